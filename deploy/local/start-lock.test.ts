import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { isLock, readStartState, takeStartLock } from './start-lock.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'catalog-lock-'))
})
afterEach(() => rm(home, { recursive: true }))

const nothing = () => undefined
const noProcess = 2 ** 30

async function take() {
  const lock = await takeStartLock(home, noProcess, nothing)
  if (!isLock(lock)) throw new Error('another start holds the lock')
  return lock
}

describe('the lock of a start', () => {
  test('is visible to the next one, until it is released', async () => {
    const lock = await take()
    await lock.update({ state: 'running', base_url: 'http://127.0.0.1:1' })
    expect(await readStartState(home)).toMatchObject({ pid: process.pid, state: 'running' })
    await lock.release()
    expect(await readStartState(home)).toBeNull()
  })

  test.each([
    ['a start that was killed', JSON.stringify({ pid: noProcess, watchdogPid: noProcess, state: 'running' })],
    ['a start whose file a power cut has emptied', ''],
    ['a start whose file is half there', '{"pid":12'],
  ])('is taken over from %s', async (_what, left) => {
    await writeFile(join(home, 'start.json'), left)
    const lock = await take()
    expect(JSON.parse(await readFile(join(home, 'start.json'), 'utf8'))).toMatchObject({ pid: process.pid })
    await lock.release()
  })
})
