import type { Watchdog } from '../../deploy/local/processes.ts'
import { parseLine } from '../../deploy/local/log-line.ts'
import { startService } from '../../deploy/local/services.ts'
import type { RunningService, ServiceName } from '../../deploy/local/services.ts'

/** A service of a system under test, across restarts. */
export interface ServiceProcess {
  name: ServiceName
  /** Of the process that runs, or ran last. */
  readonly pid: number
  readonly port: number | null
  readonly healthPort: number
  /** Parsed lines of its logger, oldest first. */
  logs: Record<string, unknown>[]
  /** Parsed telemetry events from stderr, oldest first. */
  events: Record<string, unknown>[]
  /** All other output. */
  noise: string[]
  start(): Promise<void>
  /** Stops it (SIGTERM by default), and waits until it has exited. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

export async function startServiceProcess(
  name: ServiceName,
  options: { env: Record<string, string>; watchdog: Watchdog; within?: string[] },
): Promise<ServiceProcess> {
  const logs: Record<string, unknown>[] = []
  const events: Record<string, unknown>[] = []
  const noise: string[] = []
  const onLine = (stream: 'stdout' | 'stderr', line: string) => {
    const fields = parseLine(line)
    if (fields === null) noise.push(line)
    else if (stream === 'stderr') events.push(fields)
    else logs.push(fields)
  }
  let running: RunningService = await startService(name, { ...options, onLine })
  return {
    name,
    get pid() {
      return running.pid
    },
    get port() {
      return running.port
    },
    get healthPort() {
      return running.healthPort
    },
    logs,
    events,
    noise,
    start: async () => {
      running = await startService(name, { ...options, onLine })
    },
    stop: (signal = 'SIGTERM') => running.stop(signal),
  }
}
