import { expect, test } from '@jest/globals'
import { retry } from './retry.ts'

const transient = new Error('not now')
const isTransient = (error: unknown) => error === transient

/** Fails with these errors in turn, and then succeeds. */
function failing(...errors: Error[]) {
  let attempts = 0
  const attempt = () => {
    const error = errors[attempts]
    attempts += 1
    return error === undefined ? Promise.resolve('here') : Promise.reject(error)
  }
  return { attempt, attempts: () => attempts }
}

test('attempts again while errors are transient', async () => {
  const { attempt, attempts } = failing(transient, transient)
  expect(await retry(attempt, { isTransient, firstPauseMs: 1 })).toBe('here')
  expect(attempts()).toBe(3)
})

test('gives up at once if a retry would not help', async () => {
  const error = new Error('never')
  const { attempt, attempts } = failing(error)
  await expect(retry(attempt, { isTransient })).rejects.toBe(error)
  expect(attempts()).toBe(1)
})

test('begins no attempt after the last start', async () => {
  const { attempt, attempts } = failing(transient)
  await expect(retry(attempt, { isTransient, lastStart: performance.now() })).rejects.toBe(transient)
  expect(attempts()).toBe(1)
})

test('ends its pause when it is aborted', async () => {
  const controller = new AbortController()
  const { attempt, attempts } = failing(transient)
  const retrying = retry(attempt, {
    isTransient,
    firstPauseMs: 2 ** 30,
    longestPauseMs: 2 ** 30,
    signal: controller.signal,
  })
  setImmediate(() => controller.abort())
  await expect(retrying).rejects.toBe(transient)
  expect(attempts()).toBe(1)
})
