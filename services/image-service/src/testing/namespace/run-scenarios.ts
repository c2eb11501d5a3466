import { connect, createServer as createTcpServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { createServer as createHttpServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { json } from 'node:stream/consumers'
import { setDefaultCACertificates } from 'node:tls'
import { createAddressGuard } from '../../address-guard.ts'
import { createImageFetcher } from '../../fetch-image.ts'
import { ImageError } from '../../image-error.ts'
import { createResolve } from '../../resolve.ts'
import { makeCertificate } from '../make-certificate.ts'
import { startNameServer } from '../name-server.ts'
import { NamespaceInput } from './in-namespace.ts'
import type { Connection, Result, Scenario } from './in-namespace.ts'

/*
 * Runs inside a namespace where every address is this machine (in-namespace.ts): scenarios in on standard input, what
 * became of them out on standard output. Whatever address a connection was made to is seen in the list of connections.
 */
const connections: Connection[] = []
const certificate = makeCertificate(['cdn.example'])
setDefaultCACertificates([certificate.cert])

/** `/to/<escaped URL>` redirects there; anything else is a picture. No connection is kept. */
const answer: RequestListener = ({ url = '/' }, response) => {
  response.setHeader('connection', 'close')
  if (url.startsWith('/to/')) response.writeHead(302, { location: decodeURIComponent(url.slice(4)) }).end()
  else response.end('a picture')
}

const input = NamespaceInput.parse(await json(process.stdin))
const nameServer = await startNameServer(input.zone, 5353)
await listen(80, createHttpServer(answer))
await listen(443, createHttpsServer(certificate, answer))

const results: Result[] = []
for (const scenario of input.scenarios) results.push(await run(scenario))
await new Promise<void>((resolve) => {
  process.stdout.write(JSON.stringify(results), () => resolve())
})
process.exit(0)

async function run({ url, times }: Scenario): Promise<Result> {
  connections.length = 0
  nameServer.queries.length = 0
  await using fetcher = createImageFetcher({
    guard: createAddressGuard({ deniedCidrs: ['34.118.224.0/20'], allowedHosts: [] }),
    resolve: createResolve({ servers: ['127.0.0.1:5353'], timeoutMs: 200, tries: 2 }),
  })
  let verdict = ''
  for (let round = 0; round < times; round++)
    verdict = await judge(() => attempt(url, (it) => fetcher.fetch(it)))
  return { verdict, connections: [...connections], queries: [...nameServer.queries] }
}

/** `raw:address` goes around the guard, to show that a leak would be seen. */
async function attempt(url: string, fetch: (url: string) => Promise<unknown>): Promise<void> {
  if (!url.startsWith('raw:')) {
    await fetch(url)
    return
  }
  await new Promise((resolve) => {
    connect(80, url.slice(4)).once('close', resolve).end('GET / HTTP/1.0\r\n\r\n').resume()
  })
}

async function judge(work: () => Promise<void>): Promise<string> {
  try {
    await work()
    return 'fetched'
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    return `${error.outcome} ${error.reason} ${error.detail}`
  }
}

/** In front of the server that answers: counts what comes before TLS or HTTP see it. */
async function listen(port: number, server: Server): Promise<void> {
  // Of no file: it belongs to the namespace and goes with it.
  const inner = `\0scenarios-${port}`
  await new Promise<void>((resolve) => {
    server.listen(inner, resolve)
  })
  const front = createTcpServer((socket) => {
    const seen: Connection = { address: plain(socket.localAddress), port, bytes: 0 }
    connections.push(seen)
    forward(socket, inner, seen)
  })
  await new Promise<void>((resolve) => {
    front.listen({ host: '::', port }, resolve)
  })
}

function forward(socket: Socket, inner: string, seen: Connection): void {
  const onward = connect(inner)
  socket.on('data', (chunk: Buffer) => {
    seen.bytes += chunk.length
    const serverName = /[a-z0-9]+\.example/.exec(chunk.toString('latin1'))?.[0]
    if (serverName !== undefined && seen.port === 443) seen.serverName ??= serverName
  })
  socket.on('error', () => onward.destroy())
  onward.on('error', () => socket.destroy())
  socket.pipe(onward)
  onward.pipe(socket)
}

function plain(address = ''): string {
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}
