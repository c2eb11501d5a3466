import { text } from 'node:stream/consumers'
import { expect, test } from '@jest/globals'
import { waitFor } from '../../../test/support/wait-for.ts'
import { readZip } from './testing/read-zip.ts'
import { zipped } from './zip.ts'
import type { FileBytes } from './zip.ts'

const chunk = Buffer.alloc(64 * 1024, 'some text, ')

async function* files(count: number, chunks: number): AsyncGenerator<FileBytes> {
  for (let file = 1; file <= count; file += 1)
    for (let index = 0; index < chunks; index += 1) yield { name: `${file}.csv`, bytes: chunk }
}

async function* brokenFiles(): AsyncGenerator<FileBytes> {
  yield* files(1, 1)
  throw new Error('the cursor is gone')
}

test('an archive holds each file whole, in order', async () => {
  const archive = Buffer.concat(await Array.fromAsync(zipped(files(3, 40))))
  const found = await readZip(archive)
  expect(found.map(({ name, bytes }) => [name, bytes.length])).toEqual(
    [1, 2, 3].map((file) => [`${file}.csv`, 40 * chunk.length]),
  )
  expect(found.every(({ bytes }) => bytes.equals(Buffer.concat(Array<Buffer>(40).fill(chunk))))).toBe(true)
})

test('an archive that is cut off anywhere does not open', async () => {
  const archive = Buffer.concat(await Array.fromAsync(zipped(files(2, 1))))
  for (const length of [0, 10, archive.length >> 1, archive.length - 1])
    await expect(readZip(archive.subarray(0, length))).rejects.toThrow()
})

test('what fails while files are read fails the archive', async () => {
  await expect(text(zipped(brokenFiles()))).rejects.toThrow('the cursor is gone')
})

test('a reader who stops taking holds the source back, and one who leaves ends it', async () => {
  let [taken, isEnded] = [0, false]
  const endless = async function* () {
    try {
      // What does not compress: its bytes have to go somewhere.
      for (;;) {
        taken += 1
        yield { name: 'a.csv', bytes: crypto.getRandomValues(new Uint8Array(64 * 1024)) }
      }
    } finally {
      isEnded = true
    }
  }
  const archive = zipped(endless())
  await archive.next()
  let last = -1
  await waitFor(
    'the stand-still',
    () => {
      const still = taken === last
      last = taken
      return still
    },
    { everyMs: 100 },
  )
  expect(taken).toBeLessThan(64)
  await archive.return(undefined)
  expect(isEnded).toBe(true)
})
