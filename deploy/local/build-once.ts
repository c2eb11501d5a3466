import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runQuietly } from './commands.ts'
import type { Watchdog } from './processes.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const maxKept = 10

export interface Build {
  /** Of the folder in `.catalog` that its results are in. */
  name: string
  /** The folder with Vite's configuration, from the root. */
  folder: string
  /** Pattern of the files that it is made of, from the root. */
  sources: string
}

export interface BuildOptions {
  onBuild?: (() => void) | undefined
  watchdog?: Watchdog | undefined
}

/** By the folder with the result: services that start together need the same one. */
const running = new Map<string, Promise<void>>()

/**
 * Builds with Vite if the sources have changed since the last build. Safe to call concurrently: each folder appears
 * complete or not at all. There is one for each state of the sources, independent of CATALOG_LOCAL_HOME: a build is the
 * same for all.
 * @returns the folder with the result
 */
export async function buildOnce(build: Build, options: BuildOptions = {}): Promise<string> {
  const built = join(root, '.catalog', build.name, hashOf(build.sources))
  if (existsSync(built)) return built
  const run = running.get(built) ?? runBuild(join(root, build.folder), built, options)
  running.set(built, run)
  await run.finally(() => running.delete(built))
  return built
}

async function runBuild(from: string, built: string, { onBuild, watchdog }: BuildOptions): Promise<void> {
  onBuild?.()
  const own = `${built}.${process.pid}`
  await mkdir(dirname(built), { recursive: true })
  try {
    await runQuietly(
      process.execPath,
      [vite, 'build', from, '--outDir', own, '--emptyOutDir', '--logLevel', 'error'],
      // Vite does not know Jest's flags, and with Jest's NODE_ENV the page would be slow.
      { NODE_OPTIONS: '', NODE_ENV: 'production' },
      watchdog,
    )
    await rename(own, built).catch(unlessThere)
    await removeOldBuilds(dirname(built))
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

function hashOf(sources: string): string {
  const files = globSync([sources, 'package-lock.json'], {
    cwd: root,
    withFileTypes: true,
    exclude: ({ name }) => ['node_modules', 'dist', 'testing'].includes(name) || name.endsWith('.test.ts'),
  })
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  const hash = createHash('sha256')
  for (const path of paths.sort()) hash.update(`${path.slice(root.length)}\n`).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

const vite = join(
  dirname(createRequire(join(root, 'packages/admin-page/package.json')).resolve('vite/package.json')),
  'bin/vite.js',
)

/** Ignores that another process was faster with the same build. */
function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
}

/** Running services use an older build, and read it again when they are restarted: keeps a few. */
async function removeOldBuilds(builds: string): Promise<void> {
  const names = (await readdir(builds)).filter((name) => /^[0-9a-f]{16}$/.test(name))
  const dated = await Promise.all(
    names.map(async (name) => ({
      path: join(builds, name),
      madeAt: (await stat(join(builds, name))).mtimeMs,
    })),
  )
  const newestFirst = dated.toSorted((a, b) => b.madeAt - a.madeAt)
  for (const { path } of newestFirst.slice(maxKept)) await rm(path, { recursive: true, force: true })
}
