import { Duplex, PassThrough } from 'node:stream'
import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { onFrame, writeFrame } from './frames.ts'

test('frames arrive whole and in order, however their bytes are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 20 }),
      async (frames, cuts) => {
        const sent = await bytesOf(frames)
        const taken: Buffer[] = []
        const stream = new PassThrough()
        onFrame(stream, 200, (frame) => taken.push(frame))
        for (let at = 0, index = 0; at < sent.length; index += 1) {
          const length = cuts[index % cuts.length] ?? 1
          stream.write(sent.subarray(at, at + length))
          at += length
        }
        stream.end()
        await new Promise((resolve) => {
          stream.once('end', resolve)
        })
        expect(taken).toEqual(frames.map((frame) => Buffer.from(frame)))
      },
    ),
    { numRuns: 100 },
  )
})

test('a frame over the limit destroys the stream before it is kept', async () => {
  const stream = new PassThrough()
  const taken: Buffer[] = []
  onFrame(stream, 100, (frame) => taken.push(frame))
  const destroyed = new Promise((resolve) => {
    stream.once('error', resolve)
  })
  writeFrame(stream, Buffer.alloc(100))
  writeFrame(stream, Buffer.alloc(101))
  expect(String(await destroyed)).toContain('101 bytes')
  expect(taken.map(({ length }) => length)).toEqual([100])
})

async function bytesOf(frames: Uint8Array[]): Promise<Buffer> {
  const written: Buffer[] = []
  const stream = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk)
      done()
    },
  })
  for (const frame of frames) writeFrame(stream, frame)
  await new Promise<void>((resolve) => {
    stream.end(resolve)
  })
  return Buffer.concat(written)
}
