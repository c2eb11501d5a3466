import { randomInt } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { fuzz } from './run-cases.ts'
import { minimise } from './minimise.ts'
import { makeCase } from './make-case.ts'
import { tableOf } from './mutate.ts'

test.each([
  ['the same ones each time', 'npm test', 5],
  ['others each time', `npm test ${randomInt(2 ** 31)}`, 5],
])('arbitrary, mutated and made-up files come to drafts or codes: %s', async (_which, seed, seconds) => {
  const { done, findings, outcomes } = await fuzz({ seed, from: 0, count: 400, seconds, hangMs: 20_000 })
  expect(
    [...findings.values()].map(({ index, problem, stack }) => ({ seed, index, problem, stack })),
  ).toEqual([])
  expect(done).toBeGreaterThan(0)
  expect([...outcomes.values()].reduce((sum, times) => sum + times, 0)).toBe(done)
})

test('a case follows from its seed and number', () => {
  const files = Array.from({ length: 30 }, (_, index) => makeCase('seed', index).file.toString('latin1'))
  expect(Array.from({ length: 30 }, (_, index) => makeCase('seed', index).file.toString('latin1'))).toEqual(
    files,
  )
  expect(new Set(files).size).toBe(30)
})

test('what is found is made smaller, to what it takes', async () => {
  const file = Buffer.from(
    ['handle,title,variant_price,vendor', ...Array.from({ length: 50 }, row)].join('\n'),
  )
  const smallest = await minimise({ before: Buffer.from('handle,title\n'), file }, hasBadPrice)
  expect(smallest).toEqual({ before: undefined, file: Buffer.from('variant_price\nbad\n') })
})

function row(_: undefined, index: number): string {
  return `h${index},Title ${index},${index === 37 ? 'bad cell' : '5'},x`
}

async function hasBadPrice({ file }: { file: Buffer }): Promise<boolean> {
  const table = tableOf(file)
  const column = table[0]?.indexOf('variant_price') ?? -1
  return table.some((cells) => cells[column]?.includes('bad') ?? false)
}
