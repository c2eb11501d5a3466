import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { defineConfig } from 'vite'

const services = join(import.meta.dirname, '../../services')
/** An image has its own service only. */
const { SERVICE: chosen = '*' } = process.env

const started = `${chosen}/src/{main,workers/worker,decoder/decoder}.ts`
const commands = `${chosen}/src/{doctor,erase-storefront,migrate,move-storefront}.ts`
/**
 * A service's main file by the service's name; what services start as threads or processes, and operators' commands, by
 * their own.
 */
const input = Object.fromEntries(
  globSync([started, commands], { cwd: services }).map((path) => {
    const name = basename(path, '.ts')
    return [name === 'main' ? path.split(/[/\\]/)[0] : name, join(services, path)]
  }),
)

/**
 * Bundles the services, or the one that SERVICE names, into one folder, with the licences of their libraries. Of the hundreds
 * of files that each consists of, most of them those of libraries, every one takes time when it starts and memory while it
 * runs.
 */
// eslint-disable-next-line import/no-default-export -- Vite asks for it
export default defineConfig({
  plugins: [
    {
      name: 'builtins',
      enforce: 'pre',
      // Of a built-in module that is imported, Node reads each export: those of http include fetch's, 3 MiB a service.
      resolveId: (id) => (/^(node:)?(http|util)$/.test(id) ? `\0${id.replace('node:', '')}` : null),
      load: (id) =>
        /^\0(http|util)$/.test(id)
          ? { code: `module.exports = process.getBuiltinModule('${id.slice(1)}')`, moduleSideEffects: false }
          : null,
    },
    {
      name: 'one-byte',
      // V8 keeps sources, and with a single character beyond U+00FF needs two bytes for each of a file.
      generateBundle(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk')
            file.code = file.code.replaceAll(/String\.raw`[^`]*`|[\u0100-\uffff]/g, inOneByte)
        }
      },
    },
    {
      name: 'migrations',
      // import-service reads them from its folder, and waits for those that its database lacks.
      generateBundle() {
        for (const path of globSync(`${chosen}/src/migrations/*.sql`, { cwd: services })) {
          const source = readFileSync(join(services, path))
          this.emitFile({ type: 'asset', fileName: basename(path), source })
        }
      },
    },
  ],
  build: {
    ssr: true,
    target: 'node24',
    license: { fileName: 'licenses.md' },
    // Not used unless Node is started with --enable-source-maps: it then takes 30 MB more.
    sourcemap: true,
    rolldownOptions: {
      input,
      // knex loads the driver of each database where it is used, and only pg is installed.
      external: /^(better-sqlite3|mariadb|mysql2?|oracledb|pg-query-stream|sqlite3|tedious)\b/,
      output: {
        entryFileNames: '[name].mjs',
        chunkFileNames: '[name]-[hash].mjs',
        // Not minified: stack traces are to be read without source maps.
        comments: false,
      },
      checks: { eval: false },
    },
  },
  // These load threads and libraries from files beside their own.
  ssr: { noExternal: true, external: ['piscina', 'sharp', 'pg-native'] },
  // Koa and multer have three copies of these 200 KB.
  resolve: { dedupe: ['mime-db'] },
  logLevel: 'warn',
})

/** A character, or a template in which escapes have no meaning. */
function inOneByte(code: string): string {
  if (code.length > 1) return code.replaceAll(/[\u0100-\uffff]/g, (unit) => `\${'${inOneByte(unit)}'}`)
  return `\\u${code.charCodeAt(0).toString(16).padStart(4, '0')}`
}
