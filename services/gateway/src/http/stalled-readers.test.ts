import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { listen } from '../../../../test/support/listen.ts'
import { maxStalledChecks, stalledReaders, unacknowledgedBytes } from './stalled-readers.ts'

describe('a reader', () => {
  test('that reads nothing is closed', async () => {
    const { state, check } = connection({ held: 500_000 })
    await check(maxStalledChecks)
    expect(state.isClosed).toBe(false)
    await check(1)
    expect(state.isClosed).toBe(true)
  })

  test.each<[string, (state: ConnectionState) => void]>([
    ['takes from the kernel what Node does not see', (state) => (state.held = (state.held ?? 0) - 1)],
    ['takes from Node', (state) => (state.writableLength -= 1)],
    [
      'is written as much again as it took',
      (state) => {
        state.bytesWritten += 1
      },
    ],
  ])('that %s, however seldom, is not', async (_name, take) => {
    const { state, check } = connection({ held: 500_000 })
    for (let times = 0; times < 10; times += 1) {
      await check(maxStalledChecks)
      take(state)
    }
    expect(state.isClosed).toBe(false)
    await check(maxStalledChecks + 1)
    expect(state.isClosed).toBe(true)
  })

  test('with nothing to read may wait', async () => {
    const { state, check } = connection({ held: 500_000 })
    state.writableLength = 0
    await check(100 * maxStalledChecks)
    expect(state.isClosed).toBe(false)
  })

  test("has ten times as long if the kernel's numbers are unavailable", async () => {
    const { state, check } = connection({})
    await check(10 * maxStalledChecks)
    expect(state.isClosed).toBe(false)
    await check(1)
    expect(state.isClosed).toBe(true)
  })
})

interface ConnectionState {
  bytesWritten: number
  writableLength: number
  held: number | undefined
  isClosed: boolean
}

/** A connection with a megabyte to be written, of which the kernel holds `held` bytes; undefined: not known. */
function connection({ held }: { held?: number }) {
  const state: ConnectionState = { bytesWritten: 3_000_000, writableLength: 1_000_000, held, isClosed: false }
  const socket = Object.assign(state, {
    localPort: 8080,
    remotePort: 40_001,
    resetAndDestroy: () => void (state.isClosed = true),
  })
  const readers = stalledReaders(
    () => [socket],
    async () => new Map(state.held === undefined ? [] : [['8080 40001', state.held]]),
  )
  const check = async (times: number) => {
    for (let checks = 0; checks < times; checks += 1) await readers.check()
  }
  return { state, check }
}

const onLinux = process.platform === 'linux' ? test : test.skip

onLinux('the kernel says what a connection’s other end has not acknowledged', async () => {
  const server = createServer()
  await using listening = await listen(server)
  const { port } = listening
  const accepted: Promise<Socket[]> = once(server, 'connection')
  const reader = connect(port, '127.0.0.1').pause()
  const [writer] = await accepted
  try {
    const held = async () => (await unacknowledgedBytes()).get(`${port} ${reader.localPort}`) ?? 0
    expect(await held()).toBe(0)
    writer?.write(Buffer.alloc(16 * 1024 * 1024))
    const before = await waitFor('bytes that the kernel holds', async () => (await held()) > 0 && held())
    reader.resume()
    await waitFor('the reader to have all', () => reader.bytesRead === 16 * 1024 * 1024)
    expect(await waitFor('none', async () => (await held()) === 0)).toBe(true)
    expect(before).toBeGreaterThan(0)
  } finally {
    reader.destroy()
  }
})
