import type { Socket } from 'node:net'
import { expect, test } from '@jest/globals'
import { startNats } from '../../../test/support/nats.ts'
import { passOn, startTcpProxy } from '../../../test/support/tcp-proxy.ts'
import { connectNats } from './index.ts'
import { connectHeld } from './testing/held-connection.ts'
import { memoryLog } from './testing/memory-log.ts'
import { until } from './testing/until.ts'

test('an attempt to connect that was not answered in time is closed, and messages arrive once afterwards', async () => {
  await using server = await startNats()
  const open = new Map<Socket, Socket>()
  let attempts = 0
  let hangs = false
  await using proxy = await startTcpProxy(new URL(server.url), (client, upstream) => {
    open.set(client, upstream)
    client.once('close', () => open.delete(client))
    attempts += 1
    if (!hangs) passOn(client, upstream)
  })
  await using nats = await connectNats({
    url: `nats://127.0.0.1:${proxy.port}`,
    name: 'client',
    log: memoryLog(),
    times: { connectTimeoutMs: 50, connectRetryMs: 5 },
  })
  const received: string[] = []
  nats.connection.subscribe('words', { callback: (_error, message) => received.push(message.string()) })

  hangs = true
  for (const client of open.keys()) client.destroy()
  await until(() => attempts >= 4 && open.size <= 1)
  hangs = false
  for (const [client, upstream] of open) passOn(client, upstream)
  await until(() => nats.isReachable())

  await using other = await connectNats({ url: server.url, name: 'other', log: memoryLog() })
  for (const word of ['one', 'two']) other.connection.publish('words', word)
  await other.flush()
  await nats.flush()
  expect(received).toEqual(['one', 'two'])
  expect(open.size).toBe(1)
})

test('a server that hangs is not reachable, although it is connected', async () => {
  await using server = await startNats()
  await using held = await connectHeld(server.url, { pongMs: 100 })
  expect(await held.nats.isReachable()).toBe(true)
  held.hold()
  expect(await held.nats.isReachable()).toBe(false)
  expect(held.nats.isConnected()).toBe(true)
  const asked = Array.from({ length: 1_000 }, () => held.nats.isReachable())
  expect(new Set(asked).size).toBe(1)
  held.release()
  await until(() => held.nats.isReachable())
})
