import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { emptyCatalog, importFixture } from '../../../../test/support/preview/import-fixture.ts'

const header = 'id,title,availability,price,brand,image_link,item_group_id,size'

test.each([
  ['5.00 USD', '5.00'],
  ['5 USD', '5.00'],
  ['5USD', '5.00'],
  ['USD 5', '5.00'],
  ['$5.5', '5.50'],
  ['5,50 EUR', '5.50'],
  ['5', '5.00'],
  ['USD 5 EUR', undefined],
  ['five USD', undefined],
  ['1 299.00 USD', '1299.00'],
])('reads the price %s', async (price, expected) => {
  const { products, preview } = await importFixture(Buffer.from(`${header}\na,A,in stock,"${price}",B,,,\n`))
  expect(products.map(({ variants }) => variants[0]?.price)).toEqual(expected === undefined ? [] : [expected])
  expect(preview.counts.errors).toBe(expected === undefined ? 1 : 0)
})

test('refuses a price in another currency than the first one', async () => {
  const rows = ['a,A,in stock,5 USD,B,,,', 'b,B,in stock,5 EUR,B,,,', 'c,C,in stock,5 usd,B,,,']
  const { preview } = await importFixture(Buffer.from([header, ...rows].join('\n')))
  expect(preview.rows.map(({ kind }) => kind)).toEqual(['add', 'error', 'add'])
})

test('decodes entities in titles and options', async () => {
  const row = 'a,Salt &amp; Pepper,in stock,5,B,,g,S &amp; M'
  const { products } = await importFixture(Buffer.from(`${header}\n${row}\n`))
  expect(products).toMatchObject([{ title: 'Salt & Pepper', variants: [{ optionValues: ['S & M'] }] }])
})

test.each([
  ['in stock', null, []],
  ['in_stock', null, []],
  ['InStock', null, []],
  ['TRUE', null, []],
  ['out of stock', 0, []],
  ['out_of_stock', 0, []],
  ['Out-Of-Stock', 0, []],
  ['OutOfStock', 0, []],
  ['discontinued', 0, []],
  ['FALSE', 0, []],
  ['', null, []],
  ['preorder', null, ['availability']],
  ['backorder', null, ['availability']],
  ['available for order', null, ['availability']],
  ['nicht vorrätig', null, ['availability']],
])('reads the availability %j', async (availability, quantity, warnings) => {
  const bytes = Buffer.from(`${header}\na,A,${availability},5 USD,B,,,\n`)
  const { products, preview } = await importFixture(bytes)
  expect(products.map(({ variants }) => variants[0]?.inventoryQuantity)).toEqual([quantity])
  expect(preview.rows[0]?.warnings.map(({ parameters }) => parameters?.case)).toEqual(warnings)
  expect(products.map(({ status }) => status)).toEqual(['draft'])
})

test('makes the same products of a file and of its rows in two files, in any order', async () => {
  const rows = Array.from({ length: 12 }, (_, i) => `s${i},T,in stock,5 USD,B,,g${i % 4},size ${i}`)
  const whole = await importFixture(Buffer.from([header, ...rows].join('\n')))
  const outline = outlineOf(whole)
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(rows, { minLength: rows.length }),
      fc.integer({ min: 1, max: rows.length - 1 }),
      async (shuffled, cut) => {
        const catalog = emptyCatalog()
        await importFixture(Buffer.from([header, ...shuffled.slice(0, cut)].join('\n')), catalog)
        const last = await importFixture(Buffer.from([header, ...shuffled.slice(cut)].join('\n')), catalog)
        expect(outlineOf(last)).toEqual(outline)
        const again = await importFixture(Buffer.from([header, ...shuffled].join('\n')), catalog)
        expect(again.preview.counts).toMatchObject({ adds: 0, updates: 0, unchanged: rows.length, errors: 0 })
      },
    ),
  )
})

function outlineOf({ products }: Awaited<ReturnType<typeof importFixture>>) {
  return products.map(({ handle, variants }) => [handle, variants.map(({ sku }) => sku).toSorted()])
}
