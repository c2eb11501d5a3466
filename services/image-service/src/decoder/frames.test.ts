import { Duplex, PassThrough } from 'node:stream'
import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { onFrame, readFrames, writeFrame } from './frames.ts'

test('frames arrive whole and in order, however their bytes are split', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 3 }), { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 20 }),
      async (arrays, lengths) => {
        const frames = arrays.map((parts) => parts.map((part) => Buffer.from(part)))
        const sent = await bytesOf(frames)
        const received: Buffer[] = []
        const stream = new PassThrough()
        onFrame(stream, 600, (frame) => received.push(frame))
        for (let at = 0, index = 0; at < sent.length; index += 1) {
          const length = lengths[index % lengths.length] ?? 1
          stream.write(sent.subarray(at, at + length))
          at += length
        }
        stream.end()
        await new Promise((resolve) => {
          stream.once('end', resolve)
        })
        expect(received).toEqual(frames.map((parts) => Buffer.concat(parts)))
      },
    ),
    { numRuns: 100 },
  )
})

test('a frame over the limit destroys the stream before it is kept', async () => {
  const stream = new PassThrough()
  const received: Buffer[] = []
  onFrame(stream, 100, (frame) => received.push(frame))
  writeFrame(stream, [Buffer.alloc(100)])
  writeFrame(stream, [Buffer.alloc(50), Buffer.alloc(51)])
  expect(await errorOf(stream)).toContain('101 bytes')
  expect(received.map(({ length }) => length)).toEqual([100])
})

test('a frame is read after it is asked for, until the end', async () => {
  const stream = new PassThrough()
  const frames = readFrames(stream, 100)
  for (const text of ['one', 'two']) {
    const next = frames.next()
    writeFrame(stream, [Buffer.from(text)])
    expect(String(await next)).toBe(text)
  }
  const last = frames.next()
  frames.end(new Error('no more'))
  await expect(last).rejects.toThrow('no more')
  await expect(frames.next()).rejects.toThrow('no more')
})

test('a frame that is not awaited destroys the stream', async () => {
  const stream = new PassThrough()
  const frames = readFrames(stream, 100)
  const next = frames.next()
  writeFrame(stream, [Buffer.from('asked for')])
  writeFrame(stream, [Buffer.from('not asked for')])
  expect(await errorOf(stream)).toContain('not awaited')
  expect(String(await next)).toBe('asked for')
})

function errorOf(stream: Duplex): Promise<string> {
  return new Promise((resolve) => {
    stream.once('error', (error) => resolve(String(error)))
  })
}

async function bytesOf(frames: Buffer[][]): Promise<Buffer> {
  const written: Buffer[] = []
  const stream = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk)
      done()
    },
  })
  for (const parts of frames) writeFrame(stream, parts)
  await new Promise<void>((resolve) => {
    stream.end(resolve)
  })
  return Buffer.concat(written)
}
