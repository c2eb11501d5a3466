import { PassThrough } from 'node:stream'
import { expect, test } from '@jest/globals'
import { writeFrame } from './frames.ts'
import { createInbox } from './inbox.ts'
import { maxRenditionBytes } from './limits.ts'

test('frames are had in the order of their coming, before and after they are asked for', async () => {
  const stream = new PassThrough()
  const inbox = createInbox(stream)
  const asked = inbox.next()
  for (const text of ['one', 'two', 'three']) writeFrame(stream, Buffer.from(text))
  expect(String(await asked)).toBe('one')
  expect(String(await inbox.next())).toBe('two')
  inbox.end(new Error('no more'))
  expect(String(await inbox.next())).toBe('three')
  await expect(inbox.next()).rejects.toThrow('no more')
})

test('who waits when it ends is told', async () => {
  const inbox = createInbox(new PassThrough())
  const asked = inbox.next()
  inbox.end(new Error('no more'))
  await expect(asked).rejects.toThrow('no more')
})

test.each([
  ['many frames', 1_000, 1],
  ['large frames', 4, maxRenditionBytes / 2],
])('%s that nobody asks for are not kept: the stream is destroyed', async (_, count, bytes) => {
  const stream = new PassThrough()
  createInbox(stream)
  const destroyed = new Promise((resolve) => {
    stream.once('error', resolve)
  })
  for (let sent = 0; sent < count && !stream.destroyed; sent += 1) writeFrame(stream, Buffer.alloc(bytes))
  expect(String(await destroyed)).toContain('nobody asks for')
})
