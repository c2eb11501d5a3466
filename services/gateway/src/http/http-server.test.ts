import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import Koa from 'koa'
import { waitFor } from '../../../../test/support/wait-for.ts'
import type { State } from '../context.ts'
import { listen } from './http-server.ts'

/** Longer than a machine may hang and than Jest waits for a test. */
const patientMs = 300_000

function slowApp() {
  const arrived = Promise.withResolvers<undefined>()
  const released = Promise.withResolvers<undefined>()
  const app = new Koa<State>()
  app.use(async (ctx) => {
    arrived.resolve(undefined)
    await released.promise
    ctx.body = 'the answer'
  })
  return { app, arrived: arrived.promise, release: () => released.resolve(undefined) }
}

test('stopping accepts no more connections and finishes answers that are under way', async () => {
  const { app, arrived, release } = slowApp()
  const server = await listen(app, { host: '127.0.0.1', port: 0, wait: () => Promise.resolve() })
  const inHand = fetch(`http://127.0.0.1:${server.port}/`)
  await arrived
  const stopped = server[Symbol.asyncDispose]()
  await expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toThrow()
  release()
  expect(await (await inHand).text()).toBe('the answer')
  await stopped
})

test('while it drains it continues to serve, and each answer is the last one of its connection', async () => {
  const { app, release } = slowApp()
  release()
  const drained = Promise.withResolvers<undefined>()
  const server = await listen(app, { host: '127.0.0.1', port: 0, wait: () => drained.promise })
  const kept = connect(server.port, '127.0.0.1')
  kept.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
  const [first] = await once(kept, 'data')
  expect(String(first)).toContain('Connection: keep-alive')

  const stopped = server[Symbol.asyncDispose]()
  try {
    const fresh = await fetch(`http://127.0.0.1:${server.port}/`)
    expect([fresh.headers.get('connection'), await fresh.text()]).toEqual(['close', 'the answer'])
    kept.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
    const [last] = await once(kept, 'data')
    expect(String(last)).toContain('Connection: close')
    await once(kept, 'close')

    const sender = connect(server.port, '127.0.0.1')
    sender.write('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 4\r\n\r\nbody')
    const [received] = await once(sender, 'data')
    expect(String(received)).toContain('Connection: close')
    await once(sender, 'close')
  } finally {
    drained.resolve(undefined)
    await stopped
  }
  await expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toThrow()
})

test.each([
  [0, 5],
  [1_000, 1],
  [5_000, 3],
  [15_000, 13],
])('Keep-Alive is shorter than the drain of %i ms', async (drainMs, seconds) => {
  const { app, release } = slowApp()
  release()
  await using server = await listen(app, {
    host: '127.0.0.1',
    port: 0,
    drainMs,
    wait: () => Promise.resolve(),
  })
  const response = await fetch(`http://127.0.0.1:${server.port}/`)
  expect(response.headers.get('keep-alive')).toBe(`timeout=${seconds}`)
})

test('stopping answers a request on a connection that was just opened', async () => {
  const { app, release } = slowApp()
  release()
  const drained = Promise.withResolvers<undefined>()
  const server = await listen(app, {
    host: '127.0.0.1',
    port: 0,
    lastCallMs: patientMs,
    wait: () => drained.promise,
  })
  const stopped = server[Symbol.asyncDispose]()
  const late = connect(server.port, '127.0.0.1')
  await once(late, 'connect')
  // Once another request was answered, the server has accepted this connection too.
  await (await fetch(`http://127.0.0.1:${server.port}/`)).text()
  drained.resolve(undefined)
  late.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
  const [only] = await once(late, 'data')
  expect(String(only)).toContain('200 OK')
  await stopped
})

test('stopping waits for the second answer if a client sent two requests at once', async () => {
  const second = Promise.withResolvers<undefined>()
  const app = new Koa<State>()
  app.use(async (ctx) => {
    if (ctx.path === '/second') await second.promise
    ctx.body = ctx.path
  })
  const server = await listen(app, { host: '127.0.0.1', port: 0, lastCallMs: 0 })
  const client = connect(server.port, '127.0.0.1')
  const idle = connect(server.port, '127.0.0.1')
  await once(idle, 'connect')
  client.write('GET /first HTTP/1.1\r\nHost: here\r\n\r\nGET /second HTTP/1.1\r\nHost: here\r\n\r\n')
  const [first] = await once(client, 'data')
  expect(String(first)).toContain('/first')

  const stopped = server[Symbol.asyncDispose]()
  // By then connections without a request are closed.
  await once(idle, 'close')
  second.resolve(undefined)
  const [last] = await once(client, 'data')
  expect(String(last)).toContain('/second')
  await stopped
})

test('stopping does not wait for connections that send nothing', async () => {
  const { app } = slowApp()
  const server = await listen(app, { host: '127.0.0.1', port: 0, lastCallMs: 0 })
  const idle = connect(server.port, '127.0.0.1')
  await once(idle, 'connect')
  const closed = once(idle, 'close')
  await server[Symbol.asyncDispose]()
  await closed
})

test('stopping answers a busy client’s last requests with Connection: close', async () => {
  const { app, release } = slowApp()
  release()
  const server = await listen(app, { host: '127.0.0.1', port: 0, lastCallMs: patientMs })
  const client = connect(server.port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
  const [first] = await once(client, 'data')
  expect(String(first)).toContain('Connection: keep-alive')
  const stopped = server[Symbol.asyncDispose]()
  client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
  const [second] = await once(client, 'data')
  expect(String(second)).toContain('200 OK')
  expect(String(second)).toContain('Connection: close')
  await once(client, 'close')
  await stopped
})

test('an answer in progress at the stop is the last one of its connection', async () => {
  const { app, arrived, release } = slowApp()
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  const client = connect(server.port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n')
  await arrived
  const stopped = server[Symbol.asyncDispose]()
  release()
  const [only] = await once(client, 'data')
  expect(String(only)).toContain('Connection: close')
  await stopped
})

test('stopping cuts off what takes too long', async () => {
  const { app, arrived } = slowApp()
  const server = await listen(app, { host: '127.0.0.1', port: 0, finishMs: 50 })
  const inHand = fetch(`http://127.0.0.1:${server.port}/`)
  const failed = expect(inHand).rejects.toThrow()
  await arrived
  await server[Symbol.asyncDispose]()
  await failed
})

test('a port that is in use is an error', async () => {
  const { app } = slowApp()
  await using server = await listen(app, { host: '127.0.0.1', port: 0 })
  await expect(listen(app, { host: '127.0.0.1', port: server.port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
})

describe('a client that does not wait for answers', () => {
  test('gets them one after the other', async () => {
    const answering: string[] = []
    const free = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const app = new Koa<State>()
    app.use(async (ctx) => {
      answering.push(ctx.path)
      await free[answering.length - 1]?.promise
      ctx.body = `answer to ${ctx.path};`
    })
    await using server = await listen(app, { host: '127.0.0.1', port: 0 })
    const client = connect(server.port, '127.0.0.1')
    let received = ''
    client.on('data', (bytes) => (received += String(bytes)))
    client.write(['/a', '/b', '/c'].map((path) => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`).join(''))
    for (const [index, path] of ['/a', '/b', '/c'].entries()) {
      await waitFor(`the request of ${path}`, () => answering.length === index + 1)
      free[index]?.resolve()
      await waitFor(`the answer to ${path}`, () => received.includes(`answer to ${path};`))
    }
    expect(answering).toEqual(['/a', '/b', '/c'])
    client.destroy()
  })

  test('is disconnected if it sends many, of which few begin', async () => {
    const { app, release } = slowApp()
    let begun = 0
    const counting = new Koa<State>()
    counting.use(async (_ctx, next) => {
      begun += 1
      await next()
    })
    for (const each of app.middleware) counting.use(each)
    await using server = await listen(counting, { host: '127.0.0.1', port: 0 })
    const client = connect(server.port, '127.0.0.1')
    client.on('error', () => undefined)
    client.write('HEAD / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_000))
    await once(client, 'close')
    release()
    await (await fetch(`http://127.0.0.1:${server.port}/`)).text()
    expect(begun).toBe(2)
  })
})
