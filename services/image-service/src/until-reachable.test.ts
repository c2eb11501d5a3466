import { expect, test } from '@jest/globals'
import { ServiceError } from '@catalog/contracts'
import { untilReachable } from './until-reachable.ts'

test('asks again while nobody answers, and keeps the message alive each time', async () => {
  let alive = 0
  let asked = 0
  const work = { working: () => void alive++, signal: new AbortController().signal }
  const answer = await untilReachable(work, () => {
    asked++
    if (asked === 1) return Promise.reject(new ServiceError('unavailable', 'nobody is there'))
    if (asked === 2) return Promise.reject(new ServiceError('timeout', 'no answer in time'))
    return Promise.resolve('here')
  })
  expect([answer, asked, alive]).toEqual(['here', 3, 3])
})

test.each([
  ['a refusal', new ServiceError('invalid_request', 'not like this')],
  ['a fault of ours', new TypeError('undefined is not a function')],
])('gives up at once where another try changes nothing: %s', async (_what, error) => {
  let asked = 0
  const asking = untilReachable({ working: () => {}, signal: new AbortController().signal }, () => {
    asked++
    return Promise.reject(error)
  })
  await expect(asking).rejects.toBe(error)
  expect(asked).toBe(1)
})

test('stops waiting when the process stops', async () => {
  const controller = new AbortController()
  const error = new ServiceError('unavailable', 'nobody is there')
  let asked = 0
  const asking = untilReachable({ working: () => {}, signal: controller.signal }, () => {
    asked++
    setImmediate(() => controller.abort())
    return Promise.reject(error)
  })
  await expect(asking).rejects.toBe(error)
  expect(asked).toBe(1)
})
