import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { expect, test } from '@jest/globals'
import { listen } from '../../../../test/support/listen.ts'
import { lingerAfterEarlyAnswer } from './linger.ts'

test('early answers leave no listeners behind on their connection', async () => {
  const listeners: number[] = []
  let ended: Promise<unknown> = Promise.resolve()
  const server = createServer((req, res) => {
    listeners.push(req.socket.listenerCount('close'))
    ended = once(req, 'end')
    lingerAfterEarlyAnswer(req, res, 300_000)
    res.end('no')
  })
  await using listening = await listen(server)
  const socket = connect(listening.port, '127.0.0.1')
  try {
    for (let count = 0; count < 5; count += 1) {
      socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n')
      await readAnswer(socket)
      socket.write('late')
      // Otherwise the next request may be read together with it.
      await ended
    }
    expect(listeners).toEqual(Array.from({ length: 5 }, () => listeners[0]))
  } finally {
    socket.destroy()
  }
})

test('a client that sends for too long is disconnected', async () => {
  const server = createServer((req, res) => {
    lingerAfterEarlyAnswer(req, res, 50)
    res.end('no')
  })
  await using listening = await listen(server)
  const socket = connect(listening.port, '127.0.0.1')
  const closed = new Promise((resolve) => {
    // The socket may be reset: it is closed while it sends.
    socket.on('error', () => {}).once('close', resolve)
  })
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
  await readAnswer(socket)
  const sending = setInterval(() => socket.write('4\r\nmore\r\n'), 5)
  try {
    await closed
  } finally {
    clearInterval(sending)
  }
})

test('a request is served that follows an upload which was answered early', async () => {
  const rest = 'late'.repeat(250_000)
  const server = createServer((req, res) => {
    if (req.method === 'GET') {
      res.end('behind: no')
      return
    }
    void answerReaderThatWaits(req, res)
  })
  await using listening = await listen(server)
  const socket = connect(listening.port, '127.0.0.1')
  try {
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${4 + rest.length}\r\n\r\nmore`)
    await readAnswer(socket)
    socket.write(`${rest}GET / HTTP/1.1\r\nHost: a\r\n\r\n`)
    await readAnswer(socket, 'behind: no')
  } finally {
    socket.destroy()
  }
})

async function answerReaderThatWaits(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const pieces = req.iterator({ destroyOnReturn: false })
  await pieces.next()
  void pieces.next()
  lingerAfterEarlyAnswer(req, res, 300_000)
  res.end('no')
}

async function readAnswer(socket: Socket, end = 'no'): Promise<void> {
  let text = ''
  while (!text.endsWith(end)) text += String((await once(socket, 'data'))[0])
}
