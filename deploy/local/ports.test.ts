import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from '@jest/globals'
import { findFreePort, startOnFreePort } from './ports.ts'

async function listenOn(port: number) {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

test('a port without a preference is outside of the range that the system assigns', async () => {
  const port = await findFreePort()
  expect(port).toBeGreaterThanOrEqual(10_240)
  expect(port).toBeLessThan(32_768)
})

test('another port is used if the preferred one is in use', async () => {
  const preferred = await findFreePort()
  await using server = await listenOn(preferred)
  expect(server.listening).toBe(true)
  expect(await findFreePort(preferred)).not.toBe(preferred)
})

test('a server whose port becomes used while it starts gets another one', async () => {
  const preferred = await findFreePort()
  const ports: number[] = []
  await using undo = new AsyncDisposableStack()
  await using server = await startOnFreePort(preferred, async (port) => {
    ports.push(port)
    if (ports.length === 1) undo.use(await listenOn(port))
    return await listenOn(port)
  })
  expect(server.listening).toBe(true)
  expect(ports).toEqual([preferred, expect.any(Number)])
  expect(ports[1]).not.toBe(preferred)
})

test('a server whose port was in use gets another one, even if that is free again by now', async () => {
  let starts = 0
  const start = async (port: number) => {
    starts += 1
    if (starts === 1) throw new Error('gateway ended with code 1. Its output: listen EADDRINUSE')
    return await listenOn(port)
  }
  await using server = await startOnFreePort(undefined, start)
  expect(server.listening).toBe(true)
  expect(starts).toBe(2)
})

test('a server that fails to start for another reason is not started again', async () => {
  let starts = 0
  const start = () => {
    starts += 1
    return Promise.reject(new Error('broken'))
  }
  await expect(startOnFreePort(await findFreePort(), start)).rejects.toThrow('broken')
  expect(starts).toBe(1)
})
