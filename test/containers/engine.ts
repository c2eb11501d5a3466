import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { GenericContainer } from 'testcontainers'
import { commandOf } from '../../deploy/local/processes.ts'
import { runQuietly } from '../../deploy/local/commands.ts'

// Ryuk, which testcontainers starts to clear up after tests that were killed, is an image of its own with the rights of
// the engine. Here the next run clears up instead: a name holds the process id of its owner.
process.env.TESTCONTAINERS_RYUK_DISABLED = 'true'
const prefix = 'catalog-test-'

/** A name that `clearUp` knows. */
export function nameOf(what: string): string {
  return `${prefix}${process.pid}-${what}-${randomBytes(4).toString('hex')}`
}

/** A container that may do nothing: write only where it is allowed to, no capabilities, no way to any. */
export class BoundContainer extends GenericContainer {
  constructor(image: string, what: string) {
    super(image)
    this.hostConfig.ReadonlyRootfs = true
    this.withDroppedCapabilities('ALL')
      .withSecurityOpt('no-new-privileges:true')
      .withName(nameOf(what))
      .withStartupTimeout(600_000)
  }

  /** Started again where it ends by itself, as compose and Kubernetes do it. */
  restarting(): this {
    this.hostConfig.RestartPolicy = { Name: 'on-failure', MaximumRetryCount: 10 }
    return this
  }

  /** Before files are copied into it: an engine takes none for a container that cannot write. */
  writable(): this {
    this.hostConfig.ReadonlyRootfs = false
    return this
  }
}

/** What the container wrote so far, over all its starts. */
export async function logsOf(id: string): Promise<string[]> {
  return (await runQuietly('sh', ['-c', 'docker logs "$0" 2>&1', id])).split('\n')
}

/** Removes what this process, unless it is spared, and those that are gone have left: containers, networks, volumes. */
export async function clearUp({ own = true }: { own?: boolean } = {}): Promise<void> {
  for (const { list, remove } of kinds) {
    const names = (await docker(...list, '--filter', `name=${prefix}`)).split('\n')
    for (const name of names.filter((one) => isDue(one, own))) {
      // Another run that clears up may have been quicker.
      await docker(...remove, name).catch(unlessGone)
    }
  }
}

const kinds = [
  { list: ['ps', '--all', '--format', '{{.Names}}'], remove: ['rm', '--force', '--volumes'] },
  { list: ['network', 'ls', '--format', '{{.Name}}'], remove: ['network', 'rm'] },
  { list: ['volume', 'ls', '--format', '{{.Name}}'], remove: ['volume', 'rm'] },
]

function isDue(name: string, own: boolean): boolean {
  const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1])
  if (!(pid > 0)) return false
  return pid === process.pid ? own : !(commandOf(pid)?.includes('jest') ?? false)
}

function unlessGone(error: Error): void {
  if (!/no such|not found|already in progress/i.test(error.message)) throw error
}

export function docker(...args: string[]): Promise<string> {
  return runQuietly('docker', args)
}

/** The tag of the four images. Those that TEST_IMAGE_TAG names are taken as they are; without it, they are built. */
export async function buildImages(): Promise<string> {
  const configured = process.env.TEST_IMAGE_TAG
  if (configured !== undefined && configured !== '') return configured
  await runQuietly(fileURLToPath(new URL('../../deploy/build-images', import.meta.url)), ['test'])
  return 'test'
}

/** The upstream image of that name, as the script that makes stand-ins names it too. */
export function upstream(name: 'node' | 'nats' | 'postgres'): string {
  const file = fileURLToPath(new URL('../../.ci/stand-ins/images.sh', import.meta.url))
  const { stdout } = spawnSync('sh', ['-c', `. "${file}" && echo "$${name}"`], { encoding: 'utf8' })
  return stdout.trim()
}
