import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNatsServer } from '../../deploy/local/nats.ts'
import { startOnFreePort } from '../../deploy/local/ports.ts'
import { startWatchdog } from '../../deploy/local/processes.ts'
import type { Watchdog } from '../../deploy/local/processes.ts'

export interface TestNats {
  url: string
  /** Folder of JetStream's store, not to be touched while the server runs. */
  store: string
  /** Of the server that runs, or ran last. */
  readonly pid: number
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Starts it again after a stop, with the same port and store. */
  start(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export interface NatsTestOptions {
  /** The text of a configuration file, and the variables that it uses. */
  config?: { text: string; env: Record<string, string> }
  /** Replaces a new watchdog; its owner releases it. */
  watchdog?: Watchdog
}

/** A nats-server for one test: JetStream in a temporary folder, a free port that it keeps. */
export async function startNats({
  config: configuration,
  watchdog: ownersWatchdog,
}: NatsTestOptions = {}): Promise<TestNats> {
  const binary = process.env.TEST_NATS_SERVER
  if (binary === undefined)
    throw new Error('TEST_NATS_SERVER is not set: tests run under test/support/global-setup')
  const home = await mkdtemp(join(tmpdir(), 'catalog-nats-'))
  const watchdog = ownersWatchdog ?? startWatchdog()
  watchdog.addFolder(home)
  const config = configuration && { path: join(home, 'nats.conf'), env: configuration.env }
  if (configuration && config) await writeFile(config.path, configuration.text)
  const startOn = (port: number) => startNatsServer({ binary, home, port, watchdog, config })
  // Outside of the range from which the system assigns ports, so that nobody gets it while the server is stopped.
  let server = await startOnFreePort(undefined, startOn)
  const { url, port } = server
  return {
    url,
    store: join(home, 'store'),
    get pid() {
      return server.pid
    },
    stop: (signal) => server.stop(signal),
    start: async () => {
      server = await startOn(port)
    },
    [Symbol.asyncDispose]: async () => {
      await server.stop()
      if (ownersWatchdog === undefined) await watchdog[Symbol.asyncDispose]()
      await rm(home, { recursive: true, force: true })
    },
  }
}
