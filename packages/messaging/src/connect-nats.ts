import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Events } from 'nats'
import type { NatsConnection } from 'nats'
import { Windows } from './byte-stream/windows.ts'
import { dropUnreadable } from './drop-unreadable.ts'
import { subscribeInboxes } from './inboxes.ts'
import type { Inboxes } from './inboxes.ts'
import { connectionOptionsOf } from './nats-url.ts'
import { defaultTimes } from './times.ts'
import type { Times } from './times.ts'
import { connectByClosingTransport } from './transport.ts'
import { within } from './within.ts'

/** The part of a logger that messaging needs; a winston logger fits. */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
}

interface ConnectOptions {
  /** As validated by `natsUrl`. */
  url: string
  /**
   * Name of the connection, as `nats server report connections` shows it. Answers arrive at subjects below
   * `_INBOX.<name>`, so that a server's permissions can keep the answers of one service from another.
   */
  name: string
  log: Log
  times?: Partial<Times>
}

/**
 * A connection, which reconnects without limit once it was made. Disposing of it flushes what is written and closes it.
 */
export interface Nats extends AsyncDisposable {
  isConnected(): boolean
  /** Whether the server answers now: a connection to one that hangs counts as connected for up to 15 seconds. */
  isReachable(): Promise<boolean>
  /** Calls `listener` after each reconnect, until the returned function is called. */
  onReconnect(listener: () => void): () => void
  /** Like `onReconnect`, for each loss of the connection. */
  onDisconnect(listener: () => void): () => void
  /** Resolves once the server has processed all that was sent so far: endpoints added, messages published. */
  flush(): Promise<void>
  /** For this package only. */
  readonly connection: NatsConnection
  /** For this package only. */
  readonly inboxes: Inboxes
  /** For this package only. */
  readonly times: Times
  /** For this package only. */
  readonly windows: Windows
  readonly log: Log
}

/** @throws the last attempt's error, if no server answers within `connectWaitMs` */
export async function connectNats(options: ConnectOptions): Promise<Nats> {
  const times = { ...defaultTimes, ...options.times }
  const connection = await connectWithRetry(options, times)
  const { log } = options
  dropUnreadable(connection, log)
  const reconnected = new Set<() => void>()
  const disconnected = new Set<() => void>()
  let connected = true
  let disposing = false
  let pinging: Promise<boolean> | undefined

  void followStatus()
  void followClose()

  return {
    connection,
    inboxes: subscribeInboxes(connection, inboxPrefixOf(options.name)),
    times,
    windows: new Windows(),
    log,
    isConnected: () => connected,
    // Those who ask while a ping is under way share it: anybody may call /readyz, as often as he likes.
    isReachable: () => (pinging ??= ping().finally(() => (pinging = undefined))),
    flush: () => connection.flush(),
    onReconnect: (listener) => subscribeTo(reconnected, listener),
    onDisconnect: (listener) => subscribeTo(disconnected, listener),
    async [Symbol.asyncDispose]() {
      disposing = true
      await closeConnection(connection, connected, times)
    },
  }

  async function ping(): Promise<boolean> {
    if (!connected) return false
    let isAnswered = false
    const answered = connection.flush().then(() => (isAnswered = true))
    await within(times.pongMs, answered)
    return isAnswered
  }

  async function followClose(): Promise<void> {
    const error = await connection.closed()
    connected = false
    for (const listener of disconnected) listener()
    if (!disposing) log.error('nats connection closed', error instanceof Error ? { error } : {})
  }

  async function followStatus(): Promise<void> {
    for await (const status of connection.status()) {
      if (status.type === Events.Disconnect) {
        connected = false
        log.warn('nats disconnected')
        for (const listener of disconnected) listener()
      } else if (status.type === Events.Reconnect) {
        connected = true
        log.info('nats reconnected')
        for (const listener of reconnected) listener()
      } else if (status.type === Events.Error) {
        log.error('nats reported an error', { nats_error: JSON.stringify(status.data) })
      }
    }
  }
}

async function connectWithRetry(
  { url, name, log }: ConnectOptions,
  { connectWaitMs, connectRetryMs: retryMs, connectTimeoutMs }: Times,
): Promise<NatsConnection> {
  const deadline = Date.now() + connectWaitMs
  let logged = false
  for (;;) {
    try {
      return await connectByClosingTransport({
        ...connectionOptionsOf(url),
        name,
        // Inbox prefix of the client itself, for JetStream's answers: random, so that it cannot be derived from our
        // reply subjects.
        inboxPrefix: `${inboxPrefixOf(name)}.${randomUUID()}`,
        maxReconnectAttempts: -1,
        reconnectTimeWait: retryMs,
        reconnectJitter: retryMs,
        ignoreAuthErrorAbort: true,
        pingInterval: 5_000,
        maxPingOut: 2,
        timeout: connectTimeoutMs,
      })
    } catch (error) {
      if (Date.now() + retryMs >= deadline) throw error
      if (!logged) log.warn('waiting for nats', { error, wait_ms: connectWaitMs })
      logged = true
      await pause(retryMs)
    }
  }
}

function inboxPrefixOf(name: string): string {
  return `_INBOX.${name}`
}

function subscribeTo(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A drain without a server waits until one returns; with a server that hangs, it never ends. Hence the limit. */
async function closeConnection(
  connection: NatsConnection,
  connected: boolean,
  { drainMs }: Times,
): Promise<void> {
  if (connection.isClosed()) return
  if (connected) {
    await within(drainMs, connection.drain())
  }
  if (!connection.isClosed()) await connection.close()
}
