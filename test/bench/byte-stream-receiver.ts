import { createServer } from 'node:net'
import { connectNats, serve } from '@catalog/messaging'
import { listen } from '../support/listen.ts'
import { streamBytes, takeBytes } from './byte-stream-contract.ts'
import { answerQuestions } from './helper-process.ts'
import { countBytes } from './alternate.ts'

// The second process of the byte stream benchmark: reads bytes over NATS and over TCP, and reports when it has all.
const log = { info: () => undefined, warn: console.error, error: console.error }
const nats = await connectNats({ url: process.env['CATALOG_NATS_URL'] ?? '', name: 'bench-receiver', log })
const service = await serve(nats, { name: 'bench', version: '0.1.0', description: 'Takes bytes' })
service.receive(takeBytes, async (_input, body) => {
  const bytes = await countBytes(body)
  if (bytes !== streamBytes) throw new Error(`${bytes} bytes came`)
  return {}
})

const server = createServer((socket) => {
  let bytes = 0
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes === streamBytes) socket.end('all')
  })
})
const { port } = await listen(server)

answerQuestions(() => port)
