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

test('reads columns that a feed repeats', async () => {
  const names = 'id,title,availability,price,brand,image_link'
  const more =
    'additional_image_link,g:additional image link,additional_image_link.1,product_type,product_type,shipping,shipping'
  const urls = [1, 2, 3, 4].map((number) => `https://a.example/${number}.jpg`)
  const rows = [
    `a,A,in stock,5 USD,B,${urls.join(',')},,Cups,DE::5 USD,AT::6 USD`,
    `b,B,in stock,5 USD,B,${urls.join(',')},Cups,Mugs,,`,
  ]
  const { products, preview } = await importFixture(Buffer.from([`${names},${more}`, ...rows].join('\n')))
  expect(products.map(({ images }) => images.map(({ url }) => url))).toEqual([urls, urls])
  expect(products.map(({ productType }) => productType)).toEqual(['Cups', 'Cups'])
  const warnings = preview.rows.map((row) =>
    row.warnings.map(({ value, parameters }) => [value, parameters?.case]),
  )
  expect(warnings).toEqual([[], [['Mugs', 'repeated_column']]])
})

test('refuses a column twice that a feed has once', async () => {
  const twice = importFixture(Buffer.from(`${header},size\na,A,in stock,5,B,,,,\n`))
  await expect(twice).rejects.toMatchObject({ code: 'duplicate_column' })
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
  ['nicht vorrätig', 0, []],
  ['auf Bestellung', null, ['availability']],
])('reads the availability %j', async (availability, quantity, warnings) => {
  const bytes = Buffer.from(`${header}\na,A,${availability},5 USD,B,,,\n`)
  const { products, preview } = await importFixture(bytes)
  expect(products.map(({ variants }) => variants[0]?.inventoryQuantity)).toEqual([quantity])
  expect(preview.rows[0]?.warnings.map(({ parameters }) => parameters?.case)).toEqual(warnings)
  expect(products.map(({ status }) => status)).toEqual(['draft'])
})

const optionCases: [name: string, rows: string[], options: string[], values: string[]][] = [
  ['a word of the title', ['Candle Rose', 'Candle Lime'], ['Variation'], ['Rose', 'Lime']],
  ['a number with its unit', ['Tea – 100 g', 'Tea – 250 g'], ['Variation'], ['100 g', '250 g']],
  ['what comes first', ['Red Candle', 'Blue Candle'], ['Variation'], ['Red', 'Blue']],
  ['a title that another begins with', ['Candle', 'Candle XL'], ['Variation'], ['Candle', 'Candle XL']],
  ['the id of equal titles', ['Candle', 'Candle'], ['Variation'], ['s0', 's1']],
  ['a title in another case', ['CANDLE', 'Candle'], ['Variation'], ['s0', 's1']],
  ['the id of very long titles', ['Candle', 'y'.repeat(300)], ['Variation'], ['s0', 's1']],
  [
    'a size that repeats',
    ['Mug,L', 'Mug Set,L', 'Mug Tea,M'],
    ['Size', 'Variation'],
    ['L / Mug', 'L / Mug Set', 'M / Mug Tea'],
  ],
  ['a size that one lacks', ['Mug S,S', 'Mug Set,'], ['Variation'], ['S', 'Set']],
  ['its own options', ['Mug S,S', 'Mug M,M'], ['Size'], ['S', 'M']],
  ['nothing, alone', ['Mug'], [], ['']],
]

test.each(optionCases)('tells rows of a group apart by %s', async (_, rows, optionNames, values) => {
  const { products, preview, catalog } = await importFixture(feedOf(rows.map(titled)))
  const [product] = products
  expect(preview.rows.flatMap(({ errors }) => errors)).toEqual([])
  expect(product).toMatchObject({ handle: 'g', optionNames })
  expect(product?.variants.map(({ optionValues }) => optionValues.join(' / '))).toEqual(values)
  const again = await importFixture(feedOf(rows.map(titled)), catalog)
  expect(again.preview.counts).toMatchObject({ unchanged: rows.length, errors: 0 })
})

test('keeps the options of stored variants when titles or the rows of a group change', async () => {
  const { catalog } = await importFixture(feedOf(['Candle Rose', 'Candle Lime'].map(titled)))
  const later = ['Candle Rose new', 'A Lime candle', 'Candle Musk'].map(titled)
  const { products } = await importFixture(feedOf(later), catalog)
  expect(valuesOf(products)).toEqual(['Rose', 'Lime', 'Candle Musk'])
  const alone = await importFixture(feedOf(['s9,Rose,in stock,5 USD,B,,g,']), catalog)
  expect(valuesOf(alone.products)).toEqual(['Rose', 'Lime', 'Candle Musk', 's9'])
})

test('keeps the options that a stored product has from elsewhere', async () => {
  const catalog = emptyCatalog()
  const lines = [
    'handle,title,option1_name,option1_value,variant_sku,variant_price',
    'g,G,Taste,Sweet,s0,4',
    'g,,,Sour,s1,4',
  ]
  await importFixture(Buffer.from(lines.join('\n')), catalog)
  const { products, preview } = await importFixture(feedOf(['Tea Sweet', 'Tea Sour'].map(titled)), catalog)
  expect(products).toMatchObject([
    { optionNames: ['Taste'], variants: [{ price: '5.00' }, { price: '5.00' }] },
  ])
  expect(valuesOf(products)).toEqual(['Sweet', 'Sour'])
  expect(preview.counts.errors).toBe(0)
})

test('adds an option to the stored ones if these tell no more apart', async () => {
  const { catalog } = await importFixture(feedOf(['Mug S,S', 'Mug M,M'].map(titled)))
  const { products } = await importFixture(feedOf(['Mug S,S', 'Mug M,M', 'Mug Set,S'].map(titled)), catalog)
  expect(products[0]?.optionNames).toEqual(['Size', 'Variation'])
  expect(products[0]?.variants.map(({ sku }) => sku)).toEqual(['s0', 's1', 's2'])
})

test('does not replace a variant without options by another one of its group', async () => {
  const { catalog } = await importFixture(feedOf(['s0,Candle Rose,in stock,5 USD,B,,g,']))
  const other = await importFixture(feedOf(['s1,Candle Lime,in stock,5 USD,B,,g,']), catalog)
  expect(other.preview.rows.map(({ errors }) => errors.map(({ code }) => code))).toEqual([
    ['uncovered_variants'],
  ])
  const { products } = await importFixture(feedOf(['Candle Rose', 'Candle Lime'].map(titled)), catalog)
  expect(valuesOf(products)).toEqual(['Rose', 'Lime'])
})

test('loses no row of a group, whatever the titles, sizes and order', async () => {
  const arbitraryRow = fc.record({
    title: fc.array(fc.constantFrom('Tea', 'Mug', '-', '100', 'g', '(red)'), { minLength: 1, maxLength: 4 }),
    size: fc.constantFrom('', '', 'S', 'M'),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryRow, { minLength: 2, maxLength: 7 }),
      fc.infiniteStream(fc.nat()),
      async (described, numbers) => {
        const rows = described.map(
          ({ title, size }, i) => `s${i},T ${title.join(' ')},in stock,5 USD,B,,g,${size}`,
        )
        const shuffled = rows.toSorted(() => ((numbers.next().value ?? 0) % 2) - 0.5)
        const { catalog, products, preview } = await importFixture(feedOf(shuffled))
        expect(preview.counts).toMatchObject({ adds: rows.length, errors: 0 })
        expect(products[0]?.variants.length).toBe(rows.length)
        const again = await importFixture(feedOf(rows), catalog)
        expect(again.preview.counts).toMatchObject({ adds: 0, errors: 0 })
        const more = await importFixture(feedOf([...rows, 's99,T Tea,in stock,5 USD,B,,g,']), catalog)
        const known = new Map(products[0]?.variants.map(({ sku, optionValues }) => [sku, optionValues]))
        const isRenamed = ({ sku, optionValues }: { sku: string; optionValues: string[] }) =>
          sku !== 's99' && known.get(sku)?.some((value, index) => value !== optionValues[index])
        expect(more.products[0]?.variants.filter(isRenamed)).toEqual([])
      },
    ),
  )
})

function feedOf(rows: string[]): Buffer {
  return Buffer.from([header, ...rows].join('\n'))
}

/** A row of the group `g`: a title, and a size behind a comma. */
function titled(text: string, index: number): string {
  const [title = '', size = ''] = text.split(',')
  return `s${index},${title},in stock,5 USD,B,,g,${size}`
}

function valuesOf(products: Awaited<ReturnType<typeof importFixture>>['products']) {
  return products.flatMap(({ variants }) => variants.map(({ optionValues }) => optionValues.join(' / ')))
}

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
