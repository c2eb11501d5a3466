import { spawn, fork } from 'node:child_process'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import { connectNats, upload, download } from '@catalog/messaging'
import { put, get, log, pieces } from './shared.ts'
const child = spawn('/tmp/natsbin/nats-server', ['-a', '127.0.0.1', '-p', '14555'], { stdio: 'ignore' })
const server = fork(new URL('server.ts', import.meta.url), {
  execArgv: process.env.PROF
    ? ['--cpu-prof', '--cpu-prof-dir=/tmp/prof', '--cpu-prof-name=server.cpuprofile']
    : [],
})
await once(server, 'message')
const nats = await connectNats({ url: 'nats://127.0.0.1:14555', name: 'b', log })
const sock = createConnection(14556, '127.0.0.1')
await once(sock, 'connect')
const R: number[][] = []
for (let i = 0; i < 25; i++) {
  let t = performance.now()
  const ok = once(sock, 'data')
  for await (const p of pieces(160)) if (!sock.write(p)) await once(sock, 'drain')
  await ok
  const tcp = performance.now() - t
  t = performance.now()
  await upload(nats, put, {}, pieces(160))
  const u = performance.now() - t
  t = performance.now()
  const { body } = await download(nats, get, { n: 160 })
  let n = 0
  for await (const c of body) n += c.length
  const d = performance.now() - t
  R.push([tcp, u, d, u / tcp, d / tcp])
}
const med = (k: number) =>
  R.slice(5)
    .map((r) => r[k]!)
    .sort((a, b) => a - b)[10]!
    .toFixed(2)
console.log('tcp', med(0), 'upload', med(1), 'download', med(2), 'ratios', med(3), med(4))
server.disconnect()
await once(server, 'exit')
child.kill()
process.exit()
