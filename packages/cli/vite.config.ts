import { defineConfig } from 'vite'

/** With all that it imports, for the image of the gateway; `--mode package`, for `npm pack`, leaves libraries to npm. */
// eslint-disable-next-line import/no-default-export -- Vite asks for it
export default defineConfig(({ mode }) => ({
  build: {
    ssr: 'src/main.ts',
    target: 'node22',
    minify: true,
    license: mode !== 'package' && { fileName: 'licenses.md' },
    rolldownOptions: { output: { entryFileNames: 'catalog.js' } },
  },
  // Adds only types.
  resolve: { alias: { '@commander-js/extra-typings': 'commander' } },
  ssr: { noExternal: mode === 'package' ? [/^@catalog\//] : true },
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
}))
