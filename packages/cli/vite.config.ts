import { defineConfig } from 'vite'

/** One file without dependencies: what `npm pack` takes. */
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
