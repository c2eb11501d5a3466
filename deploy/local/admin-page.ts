import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runQuietly } from './commands.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources = join(root, 'packages', 'admin-page')
/** One folder for each state of the sources, whatever CATALOG_LOCAL_HOME says: a build is the same for all. */
const builds = join(root, '.catalog', 'admin-page')

/**
 * The built admin page, made where the sources have changed since the last time. Several may ask at once: each folder
 * appears whole, or not at all.
 * @returns its folder, for CATALOG_ADMIN_ROOT
 */
export async function buildAdminPage({ onBuild }: { onBuild?: () => void } = {}): Promise<string> {
  const folder = join(builds, await hashSources())
  if (existsSync(folder)) return folder
  onBuild?.()
  const own = `${folder}.${process.pid}`
  await mkdir(builds, { recursive: true })
  try {
    await runQuietly(
      process.execPath,
      [vite(), 'build', sources, '--outDir', own, '--emptyOutDir', '--logLevel', 'error'],
      // Jest's flags are none of Vite's, and its NODE_ENV would make the page a slow one.
      { NODE_OPTIONS: '', NODE_ENV: 'production' },
    )
    await rename(own, folder).catch(unlessThere)
    await removeOthers(folder)
  } finally {
    await rm(own, { recursive: true, force: true })
  }
  return folder
}

async function hashSources(): Promise<string> {
  const files = globSync('**/*', {
    cwd: sources,
    withFileTypes: true,
    exclude: ({ name }) => name === 'node_modules' || name === 'dist' || /\.test\.ts$|\.md$/.test(name),
  })
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  const hash = createHash('sha256')
  for (const path of [...paths.sort(), join(root, 'package-lock.json')]) {
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

/** Another process was quicker with the same. */
function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
}

/** A gateway reads its files at the start; nobody needs an old folder. What another process is building stays. */
async function removeOthers(folder: string): Promise<void> {
  for (const name of await readdir(builds)) {
    const other = join(builds, name)
    if (other !== folder && /^[0-9a-f]{16}$/.test(name)) await rm(other, { recursive: true, force: true })
  }
}
