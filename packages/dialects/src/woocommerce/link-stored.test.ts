import { beforeEach, expect, test } from '@jest/globals'
import { emptyCatalog, importFixture } from '../../../../test/support/preview/import-fixture.ts'
import type { ImportedFixture, MemoryCatalog } from '../../../../test/support/preview/import-fixture.ts'

const stored = `handle,title,option1_name,option2_name,option1_value,option2_value,variant_sku,variant_price
tee,Tee,Size,Color,S,Red,TEE-S,4
tee,,,,M,Red,TEE-M,5
tee,,,,P,Red,TEE-P,5
cap,Cap,Shade,,A,,CAP-A,8
cap,,,,B,,CAP-B,8
`

let catalog: MemoryCatalog
let imported: ImportedFixture
beforeEach(async () => {
  catalog = emptyCatalog()
  await importFixture(Buffer.from(stored), catalog)
  imported = await importFixture('woocommerce/variations-alone.csv', catalog)
})

test('a variation without its product in the file belongs to the stored product that has its SKU, or the parent’s', () => {
  expect(shown(2, 4)).toEqual([
    '2 update tee TEE-S',
    // Its parent is that of the previous row.
    '3 add tee TEE-L',
    '4 add tee null',
  ])
  const tee = imported.products.find(({ handle }) => handle === 'tee')
  expect(tee).toMatchObject({ title: 'Tee', optionNames: ['Size', 'Color'] })
  expect(tee?.variants.map(({ sku, optionValues, price }) => [sku, optionValues.join(), price])).toEqual([
    ['TEE-S', 'S,Red', '5.00'],
    ['TEE-M', 'M,Red', '5.00'],
    ['TEE-P', 'P,Red', '5.00'],
    ['TEE-L', 'L,Red', '6.00'],
    ['', 'XL,Red', '7.00'],
  ])
})

test('so does one whose parent is named by an ID, if another variation of that parent is stored', () => {
  expect(shown(5, 6)).toEqual(['5 unchanged cap CAP-B', '6 add cap CAP-C'])
})

test('it has the options of the stored product, all of them and no other', () => {
  expect(shown(7, 8)).toEqual([
    '7 error tee TEE-XS missing_option_value',
    '8 error cap CAP-D option_value_without_name',
  ])
})

test('nothing is guessed: neither a product that nothing names, nor one of two', () => {
  expect(shown(9, 12)).toEqual([
    '9 error null HAT-A parent_not_found',
    '10 unchanged tee TEE-M',
    '11 unchanged cap CAP-A',
    '12 error null ODD-B parent_not_found',
  ])
})

test('the same file is unchanged once it was applied', async () => {
  const again = await importFixture('woocommerce/variations-alone.csv', catalog)
  expect(again.preview.counts).toEqual({ adds: 0, updates: 0, unchanged: 7, errors: 4, clears: 0 })
})

function shown(first: number, last: number): string[] {
  return imported.preview.rows
    .filter(({ row }) => row >= first && row <= last)
    .map(({ row, kind, handle, sku, errors }) =>
      [row, kind, handle ?? 'null', sku ?? 'null', ...errors.map(({ code }) => code)].join(' '),
    )
}
