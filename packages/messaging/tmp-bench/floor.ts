import { spawn, fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'nats'
if (process.argv[2] === 'child') {
  const nc = await connect({ servers: '127.0.0.1:14555' })
  let n = 0
  nc.subscribe('data', {
    callback: (_e, m) => {
      n += m.data.length
      nc.publish('credit', n === 10485760 ? 'end' : '')
      if (n === 10485760) n = 0
    },
  })
  await nc.flush()
  process.send!('up')
  process.on('disconnect', () => process.exit())
} else {
  const child = spawn('/tmp/natsbin/nats-server', ['-a', '127.0.0.1', '-p', '14555'], { stdio: 'ignore' })
  await new Promise((r) => setTimeout(r, 500))
  const server = fork(import.meta.filename, ['child'])
  await once(server, 'message')
  const nc = await connect({ servers: '127.0.0.1:14555' })
  const buf = Buffer.alloc(262144, 3)
  const ts: number[] = []
  for (let i = 0; i < 25; i++) {
    const t = performance.now()
    let sent = 0
    await new Promise<void>((resolve) => {
      const s = nc.subscribe('credit', {
        callback: (_e, m) => {
          if (m.string() === 'end') {
            s.unsubscribe()
            resolve()
          } else if (sent < 40) {
            nc.publish('data', buf)
            sent++
          }
        },
      })
      for (; sent < 4; sent++) nc.publish('data', buf)
    })
    ts.push(performance.now() - t)
  }
  ts.sort((a, b) => a - b)
  console.log('floor', ts[12])
  server.disconnect()
  await once(server, 'exit')
  child.kill()
  process.exit()
}
