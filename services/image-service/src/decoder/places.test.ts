import { expect, test } from '@jest/globals'
import { createPlaces } from './places.ts'

const { signal } = new AbortController()

test('a place is given to who waits longest, and not to who has given up', async () => {
  const places = createPlaces<string>(1)
  const place = await places.take(signal)
  place.held = 'a decoder'
  const order: string[] = []
  const wait = async (name: string, until: AbortSignal) => {
    const mine = await places.take(until)
    order.push(`${name} has ${mine.held}`)
    places.give(mine)
  }
  const impatient = new AbortController()
  const waiting = [wait('first', signal), wait('second', impatient.signal), wait('third', signal)]
  const reason = new Error('enough')
  impatient.abort(reason)
  places.give(place)
  const results = await Promise.allSettled(waiting)
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  await expect(waiting[1]).rejects.toBe(reason)
  expect(order).toEqual(['first has a decoder', 'third has a decoder'])
})

test('a place given at the very moment at which somebody gives up is not lost', async () => {
  const places = createPlaces<string>(1)
  const place = await places.take(signal)
  const impatient = new AbortController()
  const waiting = places.take(impatient.signal)
  impatient.abort(new Error('enough'))
  places.give(place)
  const next = places.take(signal)
  await expect(waiting).rejects.toThrow('enough')
  expect(await next).toBe(place)
})

test('the place that was used last is used first', async () => {
  const places = createPlaces<string>(2)
  const one = await places.take(signal)
  const other = await places.take(signal)
  places.give(other)
  places.give(one)
  expect(await places.take(signal)).toBe(one)
})
