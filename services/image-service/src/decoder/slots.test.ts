import { expect, test } from '@jest/globals'
import { createSlots } from './slots.ts'

const { signal } = new AbortController()

test('a slot goes to the caller that has waited longest, and not to one that has aborted', async () => {
  const slots = createSlots<string>(1)
  const slot = await slots.take(signal)
  slot.held = 'a decoder'
  const order: string[] = []
  const wait = async (name: string, until: AbortSignal) => {
    const mine = await slots.take(until)
    order.push(`${name} has ${mine.held}`)
    slots.give(mine)
  }
  const impatient = new AbortController()
  const waiting = [wait('first', signal), wait('second', impatient.signal), wait('third', signal)]
  const reason = new Error('enough')
  impatient.abort(reason)
  slots.give(slot)
  const results = await Promise.allSettled(waiting)
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  await expect(waiting[1]).rejects.toBe(reason)
  expect(order).toEqual(['first has a decoder', 'third has a decoder'])
})

test('a slot released at the moment at which a caller aborts is not lost', async () => {
  const slots = createSlots<string>(1)
  const slot = await slots.take(signal)
  const impatient = new AbortController()
  const waiting = slots.take(impatient.signal)
  impatient.abort(new Error('enough'))
  slots.give(slot)
  const next = slots.take(signal)
  await expect(waiting).rejects.toThrow('enough')
  expect(await next).toBe(slot)
})

test('the slot that was used last is used first', async () => {
  const slots = createSlots<string>(2)
  const one = await slots.take(signal)
  const other = await slots.take(signal)
  slots.give(other)
  slots.give(one)
  expect(await slots.take(signal)).toBe(one)
})
