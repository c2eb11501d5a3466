import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildOnce } from './build-once.ts'
import type { BuildOptions } from './build-once.ts'
import { parseLine } from './log-line.ts'
import { endChild, whenEnded } from './processes.ts'
import type { Watchdog } from './processes.ts'

export const serviceNames = ['import-service', 'export-service', 'image-service', 'gateway'] as const
export type ServiceName = (typeof serviceNames)[number]

export interface ServiceOptions {
  env: Record<string, string>
  watchdog: Watchdog
  /** A command that runs the one behind it, such as `nsenter --net=…`. */
  within?: string[] | undefined
  /** Called with each line that the service writes: logs on stdout, telemetry events on stderr. */
  onLine: (stream: 'stdout' | 'stderr', line: string) => void
  /** Aborted, it ends a service that is not ready yet: it may be waiting for a server that has stopped. */
  stopping?: AbortSignal
}

export interface RunningService {
  name: ServiceName
  pid: number
  /** The HTTP port; only for the gateway. */
  port: number | null
  healthPort: number
  ended: Promise<string>
  /** Resolves once it has exited and all of its lines were read. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Starts a service as a process. Resolves once it serves; rejects if it exits before. */
export async function startService(
  name: ServiceName,
  { env, watchdog, within = [], onLine, stopping }: ServiceOptions,
): Promise<RunningService> {
  const bundles = await bundleServices({ watchdog })
  const [command, ...args] = [...within, process.execPath, ...flagsOf(name), join(bundles, mainOf(name))]
  const child = spawn(
    command,
    args,
    // Not reached by the terminal's Ctrl-C: its starter stops it.
    {
      cwd: fileURLToPath(root),
      // The line that reports readiness has the level info.
      env: { ...process.env, CATALOG_LOG_LEVEL: logLevel, OTEL_SERVICE_NAME: name, ...envOf(name), ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const pid = child.pid ?? 0
  if (pid > 0) watchdog.add({ pid, signal: 'SIGTERM' })
  const ended = whenEnded(child)
  const closed = new Promise((resolve) => child.once('close', resolve))
  void ended.then(() => watchdog.remove(pid))

  const lastLines: string[] = []
  const ready = new Promise<Ready>((resolve) => {
    for (const stream of ['stdout', 'stderr'] as const) {
      readLines(child[stream], (line) => {
        lastLines.push(line)
        if (lastLines.length > 10) lastLines.shift()
        onLine(stream, line)
        const message = readyLine(line)
        if (message) resolve(message)
      })
    }
  })
  const giveUp = () => child.kill('SIGTERM')
  if (stopping?.aborted) giveUp()
  stopping?.addEventListener('abort', giveUp, { once: true })
  const first = await Promise.race([ready, ended])
  stopping?.removeEventListener('abort', giveUp)
  if (typeof first === 'string') {
    await closed
    throw new Error([`${name} ended ${first} before it was ready. Its output:`, ...lastLines].join('\n  '))
  }
  return {
    name,
    pid,
    ...first,
    ended,
    stop: async (signal = 'SIGTERM') => {
      await endChild(child, signal)
      await closed
    },
  }
}

/**
 * Settings of V8 and glibc that keep memory small, the same as in deploy/Dockerfile. Without them, V8 gives a young
 * generation up to 128 MiB, and glibc keeps most of what is freed.
 */
const ownFlags: Record<ServiceName, string[]> = {
  // Its threads have this limit too.
  'import-service': ['--max-semi-space-size=16'],
  // With the limit, V8 collects sooner: eight exports of products of 2,000 variants take 155 MiB instead of 347.
  'export-service': ['--max-semi-space-size=16', '--max-old-space-size=256'],
  // What keeps the bodies of pictures waits in the young generation: 0.7 of the memory after 4,000 small pictures.
  'image-service': ['--max-semi-space-size=4'],
  // It only passes bytes on: a small young generation frees their memory sooner, 0.87 of the memory after a million
  // rows. With a small limit, V8 lets a heap grow less before collecting it, which keeps a flood of reads below 200
  // MiB.
  gateway: ['--max-semi-space-size=4', '--max-old-space-size=256'],
}

const ownEnv: Partial<Record<ServiceName, Record<string, string>>> = {
  // Chunks of files are returned to the system when they are freed.
  'import-service': { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536' },
  // What connections read is smaller. Floods of uploads: 320 to 410 MiB without these; 240 to 380 with them, and half a
  // minute later half of that.
  'image-service': { MALLOC_ARENA_MAX: '2' },
  gateway: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '16384' },
}

/** Node's flags for a service. */
export function flagsOf(name: ServiceName): string[] {
  return ['--disable-warning=ExperimentalWarning', ...ownFlags[name]]
}

/** Environment variables of a service that are not settings of its own. */
export function envOf(name: ServiceName): Record<string, string> {
  return ownEnv[name] ?? {}
}

/** Name of the service's entry among the bundles, which is part of its command line. */
export function mainOf(name: ServiceName): string {
  return `${name}.mjs`
}

/**
 * A start from a bundle takes half of the processor time that it takes from the sources and their libraries, and
 * import-service a quarter less memory.
 * @returns the folder of the bundles; that of CATALOG_BUNDLES, which `npm test` sets, is up to date
 */
export async function bundleServices(options?: BuildOptions): Promise<string> {
  const { CATALOG_BUNDLES: present = '' } = process.env
  if (present !== '') return present
  return buildOnce(
    {
      name: 'bundles',
      folder: 'packages/runtime',
      sources: '{services,packages/!(admin-page|cli)}/**',
    },
    options,
  )
}

const root = new URL('../../', import.meta.url)

const logLevel = process.env.CATALOG_LOG_LEVEL === 'debug' ? 'debug' : 'info'

interface Ready {
  port: number | null
  healthPort: number
}

function readyLine(line: string): Ready | null {
  const fields = parseLine(line)
  if (fields?.message !== 'ready') return null
  return {
    port: typeof fields.port === 'number' ? fields.port : null,
    healthPort: Number(fields.health_port),
  }
}

function readLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    lines.forEach(onLine)
  })
  stream.on('end', () => {
    if (rest !== '') onLine(rest)
  })
}
