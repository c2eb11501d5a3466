// npm's scripts start here, with any Node (18 or later): `node deploy/local/run.mjs SCRIPT.ts [arguments]` installs
// missing packages, then runs the script with the Node 24 that they include.
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installMissing } from './install.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
// npm may be killed without passing it on; the shell between npm and this process keeps running.
const ancestors = process.env.npm_lifecycle_event ? [process.ppid, parentOf(process.ppid)] : null
const [script = '', ...args] = process.argv.slice(2)

try {
  await installMissing(root)
  run(findNode())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function findNode() {
  const brought = join(
    root,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  for (const candidate of [brought, process.execPath]) {
    const { stdout } = spawnSync(candidate, ['--version'], { encoding: 'utf8' })
    if (Number(/^v(\d+)/.exec(stdout ?? '')?.[1]) >= 24) return candidate
  }
  throw new Error(
    `The Node 24 of the lockfile (${brought}) does not run here. ` +
      'If npm is set to ignore-scripts, run: npm rebuild node --ignore-scripts=false. Otherwise use a Node 24 of your own.',
  )
}

/** @param {string} node */
function run(node) {
  const child = spawn(node, [join(root, script), ...args], {
    // The channel closes when this process exits for any reason, which tells the child to stop.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // For every process below it: a service then starts in two thirds of the time.
    env: { NODE_COMPILE_CACHE: join(root, '.catalog', 'compile-cache'), ...process.env },
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  child.once('error', (error) => {
    console.error(error.message)
    process.exitCode = 1
  })
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143)
    clearInterval(watch)
  })
  const watch = setInterval(() => {
    if (!hasLostNpm()) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 500)
}

function hasLostNpm() {
  return ancestors !== null && (process.ppid !== ancestors[0] || parentOf(process.ppid) !== ancestors[1])
}

/** @param {number} pid */
function parentOf(pid) {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return 0
  }
}
