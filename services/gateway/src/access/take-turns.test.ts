import { expect, test } from '@jest/globals'
import { Turns } from './take-turns.ts'

/** The tokens in the order in which their requests began. */
async function begin(turns: Turns, tokens: string[]): Promise<string[]> {
  const begun: string[] = []
  await Promise.all(tokens.map((token) => turns.wait(token).then(() => begun.push(token))))
  return begun
}

test('a storefront whose requests arrive behind hundreds of another one begins second', async () => {
  const turns = new Turns()
  turns.accept('a1', 'a')
  turns.accept('a2', 'a')
  turns.accept('b1', 'b')
  const flood = Array.from({ length: 150 }, () => ['a1', 'a2']).flat()
  const begun = await begin(turns, [...flood, 'b1', 'b1'])
  expect(begun.map((token) => token.slice(0, 1)).slice(0, 5)).toEqual(['a', 'b', 'a', 'b', 'a'])
  expect(begun).toHaveLength(302)
  expect(begun.filter((token) => token !== 'b1')).toEqual(flood)
})

test('however many tokens that were never accepted take turns as one storefront', async () => {
  const turns = new Turns()
  turns.accept('b', 'b')
  const begun = await begin(turns, [...Array.from({ length: 300 }, (_, index) => `forged-${index}`), 'b'])
  expect(begun.indexOf('b')).toBe(1)
})

test('requests that arrive between two turns begin in the next one', async () => {
  const turns = new Turns()
  for (const token of ['a', 'b']) turns.accept(token, token)
  const begun: string[] = []
  const ask = async (token: string) => {
    await turns.wait(token)
    begun.push(token)
  }
  const flood = Array.from({ length: 100 }, () => ask('a'))
  await flood[0]
  await ask('b')
  expect(begun.length).toBeLessThan(5)
  await Promise.all(flood)
  expect(begun).toHaveLength(101)
})

test('of more tokens than it remembers, those not accepted for longest are forgotten', async () => {
  const turns = new Turns(2)
  for (const token of ['a', 'b', 'a', 'c']) turns.accept(token, token)
  expect(await begin(turns, ['x', 'x', 'a', 'b', 'c'])).toEqual(['x', 'a', 'c', 'x', 'b'])
})
