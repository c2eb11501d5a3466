import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { GenericContainer } from 'testcontainers'
import { commandOf } from '../../deploy/local/processes.ts'
import { runQuietly } from '../../deploy/local/commands.ts'

// Ryuk, which testcontainers starts to clean up after killed tests, is a separate image with full access to the engine.
// Here the next run cleans up instead: names contain the process id of their owner.
process.env.TESTCONTAINERS_RYUK_DISABLED = 'true'
const prefix = 'catalog-test-'

/** A name that `clearUp` recognises. */
export function nameOf(what: string): string {
  return `${prefix}${process.pid}-${what}-${randomBytes(4).toString('hex')}`
}

/**
 * A container without privileges: it can write only to allowed folders, and has no capabilities and no way to get any.
 */
export class BoundContainer extends GenericContainer {
  constructor(image: string, what: string) {
    super(image)
    this.hostConfig.ReadonlyRootfs = true
    this.withDroppedCapabilities('ALL')
      .withSecurityOpt('no-new-privileges:true')
      .withName(nameOf(what))
      .withStartupTimeout(600_000)
  }

  /** Restarted if it exits, as by compose and Kubernetes. */
  restarting(): this {
    this.hostConfig.RestartPolicy = { Name: 'on-failure', MaximumRetryCount: 10 }
    return this
  }

  /** Until files are copied into it: an engine cannot copy files into a container that cannot write. */
  writable(): this {
    this.hostConfig.ReadonlyRootfs = false
    return this
  }
}

/** The container's output so far, over all its starts. */
export async function logsOf(id: string): Promise<string[]> {
  return (await runQuietly('sh', ['-c', 'docker logs "$0" 2>&1', id])).split('\n')
}

/**
 * Removes containers, networks and volumes of this process (unless `own` is false) and of processes that have exited.
 */
export async function clearUp({ own = true }: { own?: boolean } = {}): Promise<void> {
  for (const { list, remove } of kinds) {
    const names = (await docker(...list, '--filter', `name=${prefix}`)).split('\n')
    for (const name of names.filter((one) => isDue(one, own))) {
      // Another run that cleans up may have been faster.
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

/** The tag of the four images: TEST_IMAGE_TAG if set; otherwise they are built. */
export async function buildImages(): Promise<string> {
  const configured = process.env.TEST_IMAGE_TAG
  if (configured !== undefined && configured !== '') return configured
  await runQuietly(withBases, [fileURLToPath(new URL('../../deploy/build-images', import.meta.url)), 'test'])
  return 'test'
}

/** Runs a command with the replacements for upstream images where the engine has them. */
export const withBases = fileURLToPath(new URL('../../.ci/stand-ins/with-bases', import.meta.url))

/** The tag of the upstream image with that name, which its replacement has too. */
export function upstream(name: 'node' | 'nats' | 'postgres'): string {
  const file = fileURLToPath(new URL('../../.ci/stand-ins/images.sh', import.meta.url))
  const { stdout } = spawnSync('sh', ['-c', `. "${file}" && echo "\${${name}%@*}"`], { encoding: 'utf8' })
  return stdout.trim()
}
