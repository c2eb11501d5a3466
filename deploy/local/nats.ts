import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { endChild, endLeftover, hasEnded, whenEnded } from './processes.ts'
import type { Watchdog } from './processes.ts'
import type { ServiceName } from './services.ts'

export interface NatsOptions {
  /** The nats-server to run. */
  binary: string
  /** Folder for JetStream's store and the log. */
  home: string
  /** -1 for any free port. */
  port: number
  watchdog: Watchdog
  /** Further configuration, and the variables that it uses. */
  config?: { path: string; env: Record<string, string> } | undefined
}

export interface NatsServer {
  url: string
  port: number
  pid: number
  /** Resolves, with the reason, once it has exited. */
  ended: Promise<string>
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** A nats-server with JetStream on 127.0.0.1. Resolves once it accepts clients. */
export async function startNatsServer({
  binary,
  home,
  port,
  watchdog,
  config,
}: NatsOptions): Promise<NatsServer> {
  await mkdir(home, { recursive: true })
  const pidFile = join(home, 'nats-server.pid')
  await endLeftover(pidFile, pidFile, 'SIGTERM')
  const logFile = join(home, 'nats-server.log')
  const log = await open(logFile, 'a', 0o600)
  const { size: logStart } = await log.stat()
  const listening = ['--addr', '127.0.0.1', '--port', String(port), '--pid', pidFile]
  const storing = ['--jetstream', '--store_dir', join(home, 'store')]
  const server = spawn(
    binary,
    [...listening, ...storing, ...(config === undefined ? [] : ['--config', config.path])],
    // Not reached by the terminal's Ctrl-C: it stops after the services, not before.
    {
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      env: { ...process.env, ...config?.env },
    },
  )
  const ended = whenEnded(server)
  await log.close()
  if (server.pid !== undefined) watchdog.add({ pid: server.pid, signal: 'SIGTERM' })

  let logText = ''
  while (!logText.includes('Server is ready')) {
    if (server.pid === undefined || hasEnded(server)) {
      throw new Error(
        `nats-server did not start. The end of its log:\n${logText.trim().split('\n').slice(-8).join('\n')}`,
      )
    }
    await wait(10)
    logText = (await readFile(logFile, 'utf8')).slice(logStart)
  }
  const found = Number(/Listening for client connections on .*:(\d+)/.exec(logText)?.[1])
  const pid = Number(server.pid)
  server.unref()
  return {
    url: `nats://127.0.0.1:${found}`,
    port: found,
    pid,
    ended,
    stop: async (signal = 'SIGTERM') => {
      await endChild(server, signal)
      watchdog.remove(pid)
    },
  }
}

/** deploy/nats.conf with new random passwords: each service has only the permissions that it needs. */
export function natsUsers(): {
  config: { path: string; env: Record<string, string> }
  passwordOf: (service: ServiceName) => string
} {
  const users = ['gateway', 'import-service', 'export-service', 'image-service', 'operator'] as const
  // The server reads a password that begins with a digit as a number.
  const passwords = Object.fromEntries(users.map((user) => [user, `p${randomBytes(18).toString('hex')}`]))
  return {
    config: {
      path: fileURLToPath(new URL('../nats.conf', import.meta.url)),
      env: Object.fromEntries(
        users.map((user) => [`${user.toUpperCase().replaceAll('-', '_')}_PASSWORD`, passwords[user] ?? '']),
      ),
    },
    passwordOf: (service) => passwords[service] ?? '',
  }
}
