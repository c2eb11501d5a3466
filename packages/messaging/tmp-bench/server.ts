import { createServer } from 'node:net'
import { connectNats, serve } from '@catalog/messaging'
import { put, get, log, pieces } from './shared.ts'
const nats = await connectNats({ url: 'nats://127.0.0.1:14555', name: 'a', log })
const s = await serve(nats, { name: 't', version: '0.1.0', description: 'x' })
s.receive(put, async (_i, body) => {
  let n = 0
  for await (const c of body) n += c.length
  return { n }
})
s.send(get, async ({ n }) => ({ head: { n }, body: pieces(n) }))
createServer((socket) => {
  let n = 0
  socket.on('data', (d) => {
    n += d.length
    if (n === 10485760) {
      socket.write('k')
      n = 0
    }
  })
}).listen(14556, '127.0.0.1', () => process.send!('up'))
process.on('disconnect', () => process.exit())
