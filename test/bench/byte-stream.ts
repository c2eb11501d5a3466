import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { connectNats, upload } from '@catalog/messaging'
import type { Nats } from '@catalog/messaging'
import { startNats } from '../support/nats.ts'
import { streamBytes, takeBytes } from './byte-stream-contract.ts'
import { startHelper } from './helper-process.ts'
import { milliseconds, tell } from './report.ts'
import type { Finding } from './report.ts'
import { alternate, medianOf, ratioOf, timed } from './alternate.ts'

/** Sends 10 MB from one process to another: through the byte stream, and through a socket. */
export async function benchByteStream({ rounds }: { rounds: number }): Promise<Finding[]> {
  tell('byte stream: 10 MB')
  await using server = await startNats()
  await using receiver = await startHelper<'port', number>(import.meta.resolve('./byte-stream-receiver.ts'), {
    CATALOG_NATS_URL: server.url,
  })
  const port = await receiver.ask('port')
  const log = { info: () => undefined, warn: console.error, error: console.error }
  await using nats = await connectNats({ url: server.url, name: 'bench', log })

  const results = await alternate(rounds, {
    floor: () => eachOf(() => sendThroughSocket(port)),
    subject: () => eachOf(() => sendThroughStream(nats)),
  })
  const socketMs = medianOf(results, ({ floor }) => floor.ms)
  const streamMs = medianOf(results, ({ subject }) => subject.ms)
  return [
    {
      what: '10 MB through the byte stream, time',
      floor: 'raw TCP on loopback',
      ...ratioOf(results.map(({ floor, subject }) => subject.ms / floor.ms)),
      goal: { most: 6 },
      here: `${milliseconds(streamMs)} (${(10_000 / streamMs).toFixed(0)} MB/s), socket ${milliseconds(socketMs)}`,
    },
  ]
}

const repeats = 5

/** The mean of several, since one takes only a few milliseconds. */
async function eachOf(work: () => Promise<void>): Promise<{ ms: number }> {
  let ms = 0
  for (let count = 0; count < repeats; count += 1) ms += await timed(work)
  return { ms: ms / repeats }
}

async function sendThroughSocket(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  const answered = once(socket, 'data')
  await pipeline(Readable.from(chunks()), socket, { end: false })
  await answered
  socket.destroy()
}

async function sendThroughStream(nats: Nats): Promise<void> {
  await upload(nats, takeBytes, {}, Readable.from(chunks()))
}

const chunk = Buffer.alloc(64 * 1024, 'catalog')

/** As an HTTP server receives an upload: 64 KiB at a time. */
function* chunks(): Generator<Buffer> {
  for (let sent = 0; sent < streamBytes; sent += chunk.length) yield chunk
}
