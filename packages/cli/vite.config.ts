import { defineConfig } from 'vite'

/** Bundles everything into one file without dependencies, which `npm pack` packs. */
// eslint-disable-next-line import/no-default-export -- Vite asks for it
export default defineConfig({
  build: {
    ssr: 'src/main.ts',
    target: 'node22',
    minify: true,
    license: { fileName: 'licenses.md' },
    rolldownOptions: { output: { entryFileNames: 'catalog.js' } },
  },
  ssr: { noExternal: true },
  plugins: [
    {
      name: 'without-html-entities',
      // Workbooks are XML: the names of HTML's characters would be a quarter of the file.
      load: (id) =>
        id.endsWith('/generated/decode-data-html.js')
          ? 'export const htmlDecodeTree = new Uint16Array()'
          : null,
    },
  ],
  logLevel: 'warn',
})
