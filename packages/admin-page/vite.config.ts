import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { helpPages } from './build/help-pages.ts'
import { languages } from './build/languages.ts'
import { precompress } from './build/precompress.ts'

// eslint-disable-next-line import/no-default-export -- Vite asks for it
export default defineConfig(({ command }) => ({
  // The gateway knows where the page stands, and puts it into index.html.
  base: command === 'build' ? './' : '/admin/',
  plugins: [
    react(),
    // What React Aria says by itself, in the languages that the page has.
    optimizeLocales.vite({ locales: [...languages] }),
    helpPages(),
    {
      name: 'font',
      generateBundle() {
        const source = readFileSync(fileURLToPath(import.meta.resolve('@fontsource-variable/inter/LICENSE')))
        this.emitFile({ type: 'asset', fileName: 'inter-license.txt', source })
      },
      // Before the style sheet names it: a font that comes late is not used.
      transformIndexHtml: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((name) => name.endsWith('.woff2'))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `./${name}` },
            injectTo: 'head' as const,
          })),
    },
    precompress(),
  ],
  build: {
    target: 'es2023',
    license: { fileName: 'licenses.md' },
    // The content policy knows no data: addresses, so every file stays a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // A test measures the first load.
    chunkSizeWarningLimit: Infinity,
    rolldownOptions: {
      // One file for what every visit loads compresses better than one for each set of screens that share it.
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
    },
  },
  server: {
    host: '127.0.0.1',
    ...(command === 'serve' && {
      proxy: Object.fromEntries(['/api', '/admin/config.json'].map((path) => [path, runningSystem()])),
    }),
  },
}))

/** Where `npm start` answers. */
function runningSystem(): string {
  const file = fileURLToPath(new URL('../../.catalog/local.json', import.meta.url))
  try {
    return JSON.parse(readFileSync(file, 'utf8')).base_url
  } catch {
    return 'http://127.0.0.1:8080'
  }
}
