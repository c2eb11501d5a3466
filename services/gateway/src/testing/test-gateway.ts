import { connectNats, serve } from '@catalog/messaging'
import type { Service } from '@catalog/messaging'
import { createMetrics } from '@catalog/telemetry'
import type { Metrics } from '@catalog/telemetry'
import { SignJWT } from 'jose'
import { startNats } from '../../../../test/support/nats.ts'
import { createApp } from '../app.ts'
import { tokenVerifier } from '../access/authentication.ts'
import type { VerifyToken } from '../access/authentication.ts'
import { addressesOf, readGatewayConfig } from '../config.ts'
import { listen } from '../http/http-server.ts'
import { createGatewayMetrics } from '../metrics.ts'
import { person } from './samples.ts'

const secret = 'a secret of the gateway tests, 32 bytes and more'

export interface LogLine {
  level: 'debug' | 'info' | 'warn' | 'error'
  message: string
  fields: Record<string, unknown>
}

interface TestGatewayOptions {
  /** An existing server, which is not stopped; by default a new one. */
  natsUrl?: string
  /** The clock of its limits, in milliseconds. */
  now?: () => number
  /** Awaited before each token is verified. */
  beforeVerifying?: () => Promise<unknown>
  /** How long a request may take to arrive, in milliseconds. */
  requestMs?: number
  /** How long a client may read nothing of an answer. */
  stalledMs?: number
  /** How long to read the rest of a request after an early answer, in milliseconds. */
  lingerMs?: number
}

interface Claims {
  storefront_id?: string
  scope?: string
  sub?: string
  name?: string
}

/** Longer than Jest waits for a test. */
const patientMs = 300_000

/** A real gateway on a real NATS, without the services behind it. */
export interface TestGateway extends AsyncDisposable {
  baseUrl: string
  port: number
  natsUrl: string
  metrics: Metrics
  /** The sum of a metric's series with that text among their labels. */
  count(metric: string, label?: string): Promise<number>
  lines: LogLine[]
  /** The lines of this request, and errors without a request. */
  linesOf(requestId: string): LogLine[]
  /** By default with all scopes, for the merchant of the samples and the storefront `shop`. */
  token(claims?: Claims): Promise<string>
  /** Sends a token unless `Authorization` is among the headers. */
  fetch(path: string, init?: RequestInit & { duplex?: 'half' }): Promise<Response>
  /** Starts a fake service; resolves once it answers messages. */
  serveFake(register: (service: Service) => void): Promise<Service>
}

export async function startTestGateway(
  env: Record<string, string> = {},
  {
    natsUrl,
    now,
    requestMs = patientMs,
    stalledMs = patientMs,
    lingerMs = patientMs,
    beforeVerifying,
  }: TestGatewayOptions = {},
): Promise<TestGateway> {
  await using undo = new AsyncDisposableStack()
  const lines: LogLine[] = []
  const log = recordLines(lines)
  const url = natsUrl ?? undo.use(await startNats()).url
  const services = undo.use(await connectNats({ url, name: 'fakes', log: recordLines([]) }))
  const nats = undo.use(await connectNats({ url, name: 'gateway', log }))

  const metrics = createMetrics('gateway', '1.2.3')
  const config = readGatewayConfig({ CATALOG_AUTH_SECRET: secret, CATALOG_PORT: '0', ...env })
  const gateway = {
    nats,
    log,
    metrics: createGatewayMetrics(metrics.registry),
    ...addressesOf(config),
  }
  const verify = tokenVerifier(config)
  const verifyLate: VerifyToken = async (text) => {
    await beforeVerifying?.()
    return verify(text)
  }
  const app = await createApp(gateway, config, verifyLate, { lingerMs, now })
  const http = undo.use(
    await listen(app, {
      host: '127.0.0.1',
      port: 0,
      requestMs,
      stalledMs,
      lingerMs,
      lastCallMs: 0,
      finishMs: 1_000,
    }),
  )
  const baseUrl = `http://127.0.0.1:${http.port}`
  const running = undo.move()

  return {
    baseUrl,
    port: http.port,
    natsUrl: url,
    metrics,
    count: async (metric, label = '') =>
      (await metrics.text())
        .split('\n')
        .filter((line) => line.startsWith(`${metric}{`) && line.includes(label))
        .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0),
    lines,
    linesOf: (requestId) =>
      lines.filter(({ level, fields: { request_id: id } }) =>
        id === undefined ? level === 'error' : id === requestId,
      ),
    token,
    fetch: async (path, init = {}) => {
      const headers = new Headers(init.headers)
      if (!headers.has('Authorization')) headers.set('Authorization', `Bearer ${await token()}`)
      return fetch(baseUrl + path, { ...init, headers })
    },
    serveFake: async (register) => {
      const options = { name: 'fake', version: '1.0.0', description: 'Answers for a test' }
      const service = await serve(services, options)
      register(service)
      await services.connection.flush()
      return service
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

function token(claims: Claims = {}): Promise<string> {
  return new SignJWT({
    storefront_id: 'shop',
    scope: 'catalog:read catalog:import catalog:export catalog:stock',
    ...person,
    ...claims,
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1 hour')
    .sign(new TextEncoder().encode(secret))
}

function recordLines(lines: LogLine[]) {
  const at =
    (level: LogLine['level']) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      lines.push({ level, message, fields })
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
