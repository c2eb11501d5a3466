import { expect, test } from '@jest/globals'
import { emptyCatalog, previewAgainst } from '../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'

const files: Record<string, (tags: string) => string> = {
  shopify_legacy: (tags) => `Handle,Title,Body (HTML),Variant Price,Tags\na,A,x,1,${tags}\n`,
  woocommerce: (tags) => `Type,Name,Regular price,Tags\nsimple,A,1,${tags}\n`,
  medusa: (tags) => `Product Handle,Product Title,Variant Price EUR,Product Tags\na,A,1,${tags}\n`,
  etsy: (tags) => `TITLE,PRICE,CURRENCY_CODE,QUANTITY,TAGS\nA,1,EUR,1,${tags}\n`,
  lightspeed: (tags) => `handle,name,retail_price,supply_price,tags\na,A,1,1,${tags}\n`,
  mapped: (tags) => `Name,Preis,Schlagworte\nA,1,${tags}\n`,
}
const choice = {
  identity: 'title' as const,
  columns: [
    ['Name', 'title'],
    ['Preis', 'variant_price'],
    ['Schlagworte', 'tags'],
  ] satisfies [string, string][],
}

async function tagsOf(dialect: string, tags: string) {
  const file = await fileOf(
    files[dialect]?.(tags) ?? '',
    undefined,
    dialect === 'mapped' ? choice : undefined,
  )
  expect(file.dialect).toBe(dialect)
  const { plan, rows } = previewAgainst(emptyCatalog(), file.table)
  return [plan.products.adds[0]?.tags, rows[0]?.warnings.map(({ code, value }) => [code, value])]
}

test.each(Object.keys(files))('tags of %s are separated by commas, semicolons or bars', async (dialect) => {
  for (const tags of ['"new, sale"', 'new; sale', 'new | sale', '"sale,new"'])
    expect(await tagsOf(dialect, tags)).toEqual([['new', 'sale'], []])
})

test.each(Object.keys(files))('a tag of %s with an escaped comma is left out', async (dialect) => {
  expect(await tagsOf(dialect, '"new, salt\\, pepper"')).toEqual([
    ['new'],
    [['ignored_value', 'salt, pepper']],
  ])
})

test('what ends an entity separates no tags', async () => {
  expect(await tagsOf('mapped', 'salt &amp; pepper; zest')).toEqual([['salt &amp; pepper', 'zest'], []])
})

test('in our own format, a semicolon is a character of the tag', async () => {
  const { table } = await fileOf('handle,title,variant_price,tags\na,A,1,new; sale\n')
  expect(previewAgainst(emptyCatalog(), table).plan.products.adds[0]?.tags).toEqual(['new; sale'])
})
