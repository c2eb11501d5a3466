import { once } from 'node:events'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, test } from '@jest/globals'
import { until } from './testing/until.ts'
import { connectByClosingTransport } from './transport.ts'

/** Listens, but accepts nothing until the flag is set: meanwhile the kernel completes two connections and no more. */
const lateServer = `
  const { createServer } = require('node:net')
  const { parentPort, workerData } = require('node:worker_threads')
  const server = createServer((socket) => {
    parentPort.postMessage('opened')
    socket.on('error', () => {}).on('close', () => parentPort.postMessage('closed')).resume()
  })
  server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    Atomics.wait(workerData, 0, 0)
  })`

test('a connection that is made after the client has given it up is closed', async () => {
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const server = new Worker(lateServer, { eval: true, workerData: flag })
  const [port] = await once(server, 'message')
  const messages: string[] = []
  server.on('message', (message: string) => messages.push(message))
  const count = (message: string) => messages.filter((one) => one === message).length
  const others = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  for (const other of others) await once(other, 'connect')
  const servers = `127.0.0.1:${port}`
  try {
    await expect(connectByClosingTransport({ servers, timeout: 50, reconnect: false })).rejects.toThrow()
    Atomics.store(flag, 0, 1)
    Atomics.notify(flag, 0)
    await until(() => count('opened') === others.length + 1)
    for (const other of others) other.destroy()
    await until(() => count('closed') === others.length + 1)
  } finally {
    await server.terminate()
  }
})
