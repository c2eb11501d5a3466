import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runQuietly } from './commands.ts'
import type { Watchdog } from './processes.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources = join(root, 'packages', 'admin-page')
/** The sources of the page: it has the sentences of problems, and splits files, as two of our packages do. */
const folders = [sources, join(root, 'packages', 'catalog'), join(root, 'packages', 'reading')]
/** One folder for each state of the sources, independent of CATALOG_LOCAL_HOME: a build is the same for all. */
const builds = join(root, '.catalog', 'admin-page')
const maxKept = 5

/**
 * Builds the admin page if its sources have changed since the last build. Safe to call concurrently: each folder
 * appears complete or not at all.
 * @returns its folder, for CATALOG_ADMIN_ROOT
 */
export async function buildAdminPage({
  onBuild,
  watchdog,
}: { onBuild?: () => void; watchdog?: Watchdog } = {}): Promise<string> {
  const folder = join(builds, await hashSources())
  if (existsSync(folder)) return folder
  onBuild?.()
  const own = `${folder}.${process.pid}`
  await mkdir(builds, { recursive: true })
  try {
    await runQuietly(
      process.execPath,
      [vite(), 'build', sources, '--outDir', own, '--emptyOutDir', '--logLevel', 'error'],
      // Vite does not know Jest's flags, and with Jest's NODE_ENV the page would be slow.
      { NODE_OPTIONS: '', NODE_ENV: 'production' },
      watchdog,
    )
    await rename(own, folder).catch(unlessThere)
    await removeOldBuilds()
  } finally {
    await rm(own, { recursive: true, force: true })
  }
  return folder
}

async function hashSources(): Promise<string> {
  const files = folders.flatMap((cwd) =>
    globSync('**/*', {
      cwd,
      withFileTypes: true,
      exclude: ({ name }) => name === 'node_modules' || name === 'dist' || /\.test\.ts$|\.md$/.test(name),
    }),
  )
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  const hash = createHash('sha256')
  for (const path of [...paths.sort(), join(root, 'MERCHANTS.md'), join(root, 'package-lock.json')]) {
    hash.update(`${path.slice(root.length)}\n`).update(await readFile(path))
  }
  return hash.digest('hex').slice(0, 16)
}

function vite(): string {
  return join(
    dirname(createRequire(join(sources, 'package.json')).resolve('vite/package.json')),
    'bin',
    'vite.js',
  )
}

/** Ignores that another process was faster with the same build. */
function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
}

/** Running gateways serve an older build, and read it again when they are restarted: keeps a few. */
async function removeOldBuilds(): Promise<void> {
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
