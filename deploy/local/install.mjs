import { spawn } from 'node:child_process'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Installs node_modules as in package-lock.json if necessary, and shows progress.
 * @param {string} root
 */
export async function installMissing(root) {
  if (await isInstalled(root)) return
  const release = await takeLock(join(root, '.catalog'))
  try {
    if (await isInstalled(root)) return
    const started = Date.now()
    const finish = showProgress('Installing the packages (once)')
    await npmCi(root).finally(finish)
    console.log(`Installed the packages in ${Math.round((Date.now() - started) / 1000)} s.`)
  } finally {
    await release()
  }
}

/**
 * npm writes a copy of the lockfile to node_modules last: everything in it is installed.
 * @param {string} root
 */
async function isInstalled(root) {
  const [wanted, there] = await Promise.all(
    ['package-lock.json', 'node_modules/.package-lock.json'].map(async (file) => {
      const text = await readFile(join(root, file), 'utf8').catch(() => '{}')
      return JSON.parse(text).packages ?? {}
    }),
  )
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true
    const found = there[path]
    if (found === undefined) return entry.optional === true
    return found.version === entry.version && found.link === entry.link
  })
}

/** @param {string} root */
function npmCi(root) {
  const flags = ['ci', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const npm = process.env.npm_execpath
  const child = npm
    ? spawn(process.execPath, [npm, ...flags], { cwd: root })
    : spawn('npm', flags, { cwd: root, shell: process.platform === 'win32' })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(undefined)
      else reject(new Error(`npm ci did not work:\n${output.trim()}`))
    })
  })
}

/**
 * Makes two commands that are started at once in a bare clone run one after the other.
 * @param {string} home
 */
async function takeLock(home) {
  await mkdir(home, { recursive: true })
  const lock = join(home, 'install.pid')
  const own = `${lock}.${process.pid}`
  await writeFile(own, String(process.pid))
  try {
    // A link appears completely or not at all.
    while (
      !(await link(own, lock).then(
        () => true,
        () => false,
      ))
    ) {
      const holder = Number(await readFile(lock, 'utf8').catch(() => '0'))
      if (isAlive(holder)) await wait(200)
      else await rm(lock, { force: true })
    }
  } finally {
    await rm(own)
  }
  return () => rm(lock, { force: true })
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}

/** @param {string} title */
function showProgress(title) {
  if (!process.stdout.isTTY) {
    console.log(`${title} ...`)
    return () => {}
  }
  const started = Date.now()
  const draw = () => process.stdout.write(`\r${title} ... ${Math.round((Date.now() - started) / 1000)} s `)
  draw()
  const timer = setInterval(draw, 1000)
  return () => {
    clearInterval(timer)
    process.stdout.write('\r\u001B[K')
  }
}
