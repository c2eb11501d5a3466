import { expect, test } from '@jest/globals'
import { casesOf } from './rule-cases.ts'
import { unboundTables } from './unbound-tables.ts'

const tables = new Set(['a', 'b'])
const unbound = (text: string) => unboundTables(text, tables, (parameter) => parameter === 1)

const { found, passed } = casesOf('unbound')

test.each(passed)('keeps to its storefront: %s', async (text) => {
  expect(await unbound(text)).toEqual([])
})

test.each(found)('crosses storefronts: $text', async ({ text, breach }) => {
  expect((await unbound(text)).toSorted()).toEqual(breach.split(', '))
})

test('a table that is not listed is not passed over', async () => {
  await expect(unbound('select x from c where storefront_id = $1')).rejects.toThrow('c is no table')
})
