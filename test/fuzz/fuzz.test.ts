import { expect, test } from '@jest/globals'
import { fuzz } from './run-cases.ts'
import { minimise } from './minimise.ts'
import { makeCase } from './make-case.ts'
import { tableOf } from './mutate.ts'

// The same cases each time, so that only a change can make a case fail; `npm run fuzz` uses others.
test('arbitrary, mutated and generated files become drafts or error codes', async () => {
  const count = 80
  const { done, findings, outcomes } = await fuzz({ seed: 'npm test', from: 0, count, isMadeSmaller: false })
  expect([...findings.values()].map(({ index, problem, stack }) => ({ index, problem, stack }))).toEqual([])
  expect(done).toBe(count)
  expect([...outcomes.values()].reduce((sum, times) => sum + times, 0)).toBe(count)
  // Three seconds of processor time on an idle machine.
}, 600_000)

test('the largest case fits into what an upload may hold', async () => {
  // Its catalog was once larger than any upload.
  const { before, file } = await makeCase('npm test 607178285', 53)
  expect(before?.length).toBeLessThanOrEqual(10 * 1024 * 1024)
  expect(file.length).toBeLessThanOrEqual(10 * 1024 * 1024)
})

test('a case follows from its seed and number', async () => {
  const files = await firstFiles()
  expect(await firstFiles()).toEqual(files)
  expect(new Set(files).size).toBe(30)
})

const firstFiles = () =>
  Array.fromAsync({ length: 30 }, async (_, index) => (await makeCase('seed', index)).file.toString('latin1'))

test('a finding is minimised to what is necessary', async () => {
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
