import { createHash } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { headers as createHeaders } from 'nats'
import { failureOf } from '../testing/failure-of.ts'
import { ByteReader } from './byte-reader.ts'
import { digestHeader, lengthHeader } from './byte-writer.ts'
import type { Frame } from './link.ts'
import { Windows } from './windows.ts'

const [north, south] = [Buffer.from('north'), Buffer.from('south')]
const chunks: Frame[] = [
  { kind: 'chunk', seq: 0, data: north },
  { kind: 'chunk', seq: 1, data: south },
]

describe('the reading end', () => {
  test('hands on the chunks as they came, and says when it has all of them', async () => {
    const { outcome, sent } = read([...chunks, end(2, 'northsouth')])
    expect(await outcome).toEqual([north, south])
    expect(sent.map(({ kind }) => kind)).toEqual(['demand', 'demand', 'done'])
  })

  test('accepts an end frame that arrives twice', async () => {
    const { outcome } = read([...chunks, end(2, 'northsouth'), end(2, 'northsouth')])
    expect(await outcome).toEqual([north, south])
  })

  test.each([
    { what: 'a chunk is missing in between', frames: [chunks[1], end(2, 'northsouth')] },
    { what: 'a chunk comes twice', frames: [chunks[0], chunks[0], end(2, 'northnorth')] },
    { what: 'the last chunk is missing', frames: [chunks[0], end(2, 'northsouth')] },
    { what: 'more was sent than has come', frames: [chunks[0], { kind: 'sent', seq: 2 } as const] },
    { what: 'the length differs', frames: [...chunks, end(2, 'northsouth', { length: 9 })] },
    { what: 'the bytes are other ones', frames: [...chunks, end(2, 'northsough')] },
    {
      what: 'the end names neither length nor digest',
      frames: [...chunks, { kind: 'end', seq: 2 } as const],
    },
  ])('fails and stops the writer when $what', async ({ frames }) => {
    const { outcome, sent } = read(frames)
    expect(await failureOf(outcome)).toMatchObject({ code: 'unavailable' })
    expect(sent.at(-1)).toMatchObject({ kind: 'stop' })
  })

  test('does not end without an end frame, however many heartbeats the writer sends', async () => {
    const { reader, outcome } = read([...chunks, { kind: 'sent', seq: 2 }, { kind: 'alive', seq: 0 }])
    let over = false
    void outcome.finally(() => (over = true)).catch(() => undefined)
    await new Promise((resolve) => setImmediate(resolve))
    expect(over).toBe(false)
    reader.onFrame(end(2, 'northsouth'))
    expect(await outcome).toEqual([north, south])
  })

  test('asks for nothing before it is read, and for no more than a window', () => {
    const sent: Frame[] = []
    const reader = new ByteReader({ send: (frame) => sent.push(frame) }, new Windows())
    expect(sent).toEqual([])
    expect(reader.heartbeat()).toEqual({ kind: 'alive' })
    reader.read()
    expect(sent).toEqual([{ kind: 'demand', seq: 4 }])
    expect(reader.heartbeat()).toEqual({ kind: 'demand', seq: 4 })
    reader.destroy()
  })

  test('asks for one chunk at a time beside many others, and for more once they are gone', async () => {
    const windows = new Windows()
    const others = Array.from({ length: 16 }, () => new ByteReader({ send: () => undefined }, windows))
    const sent: Frame[] = []
    const reader = new ByteReader({ send: (frame) => sent.push(frame) }, windows)
    const outcome = reader.toArray()
    for (const frame of [...chunks, end(2, 'northsouth')]) reader.onFrame(frame)
    expect(await outcome).toEqual([north, south])
    expect(sent.filter(({ kind }) => kind === 'demand').map(({ seq }) => seq)).toEqual([1, 2, 3])
    for (const other of others) other.destroy()
    await new Promise((resolve) => setImmediate(resolve))
    expect(Array.from({ length: 17 }, () => windows.open().chunks)).toEqual([...Array(16).fill(4), 1])
  })
})

/** Reads to the end while these frames arrive. */
function read(frames: (Frame | undefined)[]): {
  reader: ByteReader
  outcome: Promise<unknown>
  sent: Frame[]
} {
  const sent: Frame[] = []
  const reader = new ByteReader({ send: (frame) => sent.push(frame) }, new Windows())
  const outcome = reader.toArray()
  for (const frame of frames) if (frame !== undefined) reader.onFrame(frame)
  return { reader, outcome, sent }
}

function end(seq: number, bytes: string, { length = bytes.length } = {}): Frame {
  const headers = createHeaders()
  headers.set(lengthHeader, String(length))
  headers.set(digestHeader, createHash('sha256').update(bytes).digest('hex'))
  return { kind: 'end', seq, headers }
}
