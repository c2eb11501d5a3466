import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import Koa from 'koa'
import { waitFor } from '../../../../test/support/wait-for.ts'
import type { State } from '../context.ts'
import { listen } from './http-server.ts'
import type { HttpServer, ListenOptions } from './http-server.ts'

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

const serve = (app: Koa<State>, options: Partial<ListenOptions> = {}) =>
  listen(app, { host: '127.0.0.1', port: 0, ...options })

const ask = ({ port }: HttpServer) => fetch(`http://127.0.0.1:${port}/`)
const open = ({ port }: HttpServer) => connect(port, '127.0.0.1')

const getOf = (path: string) => `GET ${path} HTTP/1.1\r\nHost: here\r\n\r\n`

async function answerTo(client: Socket, request = getOf('/')): Promise<string> {
  client.write(request)
  const [answer] = await once(client, 'data')
  return String(answer)
}

test('stopping accepts no more connections and finishes answers that are under way', async () => {
  const { app, arrived, release } = slowApp()
  const server = await serve(app, { wait: () => Promise.resolve() })
  const inHand = ask(server)
  await arrived
  const stopped = server[Symbol.asyncDispose]()
  await expect(ask(server)).rejects.toThrow()
  release()
  expect(await (await inHand).text()).toBe('the answer')
  await stopped
})

test('while it drains it continues to serve, and each answer is the last one of its connection', async () => {
  const { app, release } = slowApp()
  release()
  const drained = Promise.withResolvers<undefined>()
  const server = await serve(app, { wait: () => drained.promise })
  const kept = open(server)
  expect(await answerTo(kept)).toContain('Connection: keep-alive')

  const stopped = server[Symbol.asyncDispose]()
  try {
    const fresh = await ask(server)
    expect([fresh.headers.get('connection'), await fresh.text()]).toEqual(['close', 'the answer'])
    expect(await answerTo(kept)).toContain('Connection: close')
    await once(kept, 'close')

    const sender = open(server)
    const post = 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 4\r\n\r\nbody'
    expect(await answerTo(sender, post)).toContain('Connection: close')
    await once(sender, 'close')
  } finally {
    drained.resolve(undefined)
    await stopped
  }
  await expect(ask(server)).rejects.toThrow()
})

test.each([
  [0, 5],
  [1_000, 1],
  [5_000, 3],
  [15_000, 13],
])('Keep-Alive is shorter than the drain of %i ms', async (drainMs, seconds) => {
  const { app, release } = slowApp()
  release()
  await using server = await serve(app, { drainMs, wait: () => Promise.resolve() })
  const response = await ask(server)
  expect(response.headers.get('keep-alive')).toBe(`timeout=${seconds}`)
})

test('stopping answers a request on a connection that was just opened', async () => {
  const { app, release } = slowApp()
  release()
  const drained = Promise.withResolvers<undefined>()
  const server = await serve(app, { lastCallMs: patientMs, wait: () => drained.promise })
  const stopped = server[Symbol.asyncDispose]()
  const late = open(server)
  await once(late, 'connect')
  // Once another request was answered, the server has accepted this connection too.
  await (await ask(server)).text()
  drained.resolve(undefined)
  expect(await answerTo(late)).toContain('200 OK')
  await stopped
})

test('stopping waits for the second answer if a client sent two requests at once', async () => {
  const second = Promise.withResolvers<undefined>()
  const app = new Koa<State>()
  app.use(async (ctx) => {
    if (ctx.path === '/second') await second.promise
    ctx.body = ctx.path
  })
  const server = await serve(app, { lastCallMs: 0 })
  const client = open(server)
  const idle = open(server)
  await once(idle, 'connect')
  expect(await answerTo(client, getOf('/first') + getOf('/second'))).toContain('/first')

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
  const server = await serve(app, { lastCallMs: 0 })
  const idle = open(server)
  await once(idle, 'connect')
  const closed = once(idle, 'close')
  await server[Symbol.asyncDispose]()
  await closed
})

test('stopping answers a busy client’s last requests with Connection: close', async () => {
  const { app, release } = slowApp()
  release()
  const server = await serve(app, { lastCallMs: patientMs })
  const client = open(server)
  expect(await answerTo(client)).toContain('Connection: keep-alive')
  const stopped = server[Symbol.asyncDispose]()
  expect(await answerTo(client)).toMatch(/200 OK.*Connection: close/s)
  await once(client, 'close')
  await stopped
})

test('an answer in progress at the stop is the last one of its connection', async () => {
  const { app, arrived, release } = slowApp()
  const server = await serve(app)
  const client = open(server)
  client.write(getOf('/'))
  await arrived
  const stopped = server[Symbol.asyncDispose]()
  release()
  const [only] = await once(client, 'data')
  expect(String(only)).toContain('Connection: close')
  await stopped
})

test('stopping cuts off what takes too long', async () => {
  const { app, arrived } = slowApp()
  const server = await serve(app, { finishMs: 50 })
  const inHand = ask(server)
  const failed = expect(inHand).rejects.toThrow()
  await arrived
  await server[Symbol.asyncDispose]()
  await failed
})

test('a port that is in use is an error', async () => {
  const { app } = slowApp()
  await using server = await serve(app)
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
    await using server = await serve(app)
    const client = open(server)
    let received = ''
    client.on('data', (bytes) => (received += String(bytes)))
    client.write(['/a', '/b', '/c'].map(getOf).join(''))
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
    await using server = await serve(counting)
    const client = open(server)
    client.on('error', () => undefined)
    client.write('HEAD / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_000))
    await once(client, 'close')
    release()
    await (await ask(server)).text()
    expect(begun).toBe(2)
  })
})
