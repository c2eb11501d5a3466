import { defineConfig } from 'vite'

/** Bundles everything into one file without dependencies, which `npm pack` packs. */
// eslint-disable-next-line import/no-default-export -- Vite asks for it
export default defineConfig({
  build: {
    ssr: 'src/main.ts',
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'catalog.js' } },
  },
  ssr: { noExternal: true },
  logLevel: 'warn',
})
