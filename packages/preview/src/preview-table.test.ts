import { templateCsv } from '@catalog/catalog'
import { DraftRow } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import { validate, version } from 'uuid'
import { previewTable } from './preview-table.ts'
import { applyPlan, emptyCatalog, toProducts, toSlice } from '../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'
import { codesOf, kindsOf, previewOf, shop } from '../../../test/support/preview/shop.ts'

const size = (value: string) => [{ name: 'Size', value }]

describe('a preview', () => {
  test('shows each addition with what it adds, and nothing before it', async () => {
    const { rows, productCount } = await previewOf(
      [{ handle: 'Cap', title: 'Cap', variant_price: '7', image_url: 'http://a.example/c' }],
      await shop(),
    )
    expect(productCount).toBe(1)
    expect(DraftRow.parse(rows[0])).toEqual({
      row: 2,
      kind: 'add',
      handle: 'cap',
      sku: null,
      title: 'Cap',
      entities: ['product', 'image', 'variant'],
      changes: [
        { entity: 'product', field: 'title', before: null, after: 'Cap' },
        { entity: 'product', field: 'status', before: null, after: 'draft' },
        { entity: 'image', field: 'image_url', before: null, after: 'http://a.example/c' },
        { entity: 'image', field: 'image_position', before: null, after: '1' },
        { entity: 'variant', field: 'variant_price', before: null, after: '7.00' },
        { entity: 'variant', field: 'variant_requires_shipping', before: null, after: 'TRUE' },
        { entity: 'variant', field: 'variant_taxable', before: null, after: 'TRUE' },
      ],
      errors: [],
      warnings: [],
    })
  })

  test('shows each update before and after, as the file writes it without the guard', async () => {
    const { rows, counts, plan } = await previewOf(
      [{ handle: 'shirt', title: "'=Shirt", variant_sku: '002', variant_price: '12.50' }],
      await shop(),
    )
    expect(counts).toEqual({ adds: 0, updates: 1, unchanged: 0, errors: 0, clears: 0 })
    expect(rows[0]?.changes).toEqual([
      { entity: 'product', field: 'title', before: 'Shirt', after: '=Shirt' },
      { entity: 'variant', field: 'variant_price', before: '12.00', after: '12.50' },
    ])
    expect(plan.touched).toHaveLength(1)
    expect(plan.products.updates).toHaveLength(1)
    expect(plan.variants.updates).toMatchObject([
      { sku: '002', price: '12.50', option1Value: 'M', position: 2 },
    ])
    expect(plan.images).toEqual({ adds: [], updates: [] })
  })

  test('gives each row its variant, as the catalog spells its options', async () => {
    const { rows } = await previewOf(
      [
        { handle: 'shirt', variant_sku: '001', variant_price: '11' },
        { handle: 'shirt', option1_value: 'm', variant_price: '' },
        { handle: 'shirt', option1_value: 'L', variant_price: '14', variant_weight_grams: 'heavy' },
        { handle: 'shirt', image_url: 'https://a.example/1' },
        { handle: 'mug', variant_price: '6' },
      ],
      await shop(),
    )
    expect(rows.map(({ variants }) => variants)).toEqual([
      [{ sku: '001', options: size('S') }],
      [{ sku: '002', options: size('M') }],
      [{ sku: null, options: size('L') }],
      undefined,
      undefined,
    ])
    expect(rows[2]?.kind).toBe('error')
  })

  test('names the stored images that changes are about; for a variant, those before and after', async () => {
    const catalog = await shop()
    const first = {
      handle: 'shirt',
      option1_value: 'S',
      variant_price: '10',
      variant_image_url: 'https://a.example/1',
    }
    applyPlan(catalog, (await previewOf([first], catalog)).plan)
    const { rows } = await previewOf(
      [
        { handle: 'shirt', image_url: 'https://a.example/1', image_alt: 'Left' },
        { ...first, variant_image_url: 'https://a.example/2' },
        { handle: 'shirt', option1_value: 'M', variant_price: '13' },
        { handle: 'shirt', image_url: 'https://a.example/new' },
      ],
      catalog,
    )
    expect(rows.map(({ pictures }) => pictures?.map(({ url }) => url))).toEqual([
      ['https://a.example/1'],
      ['https://a.example/1', 'https://a.example/2'],
      undefined,
      undefined,
    ])
    const stored = toSlice(catalog).products.get('shirt')?.images
    expect(rows[1]?.pictures?.map(({ image_id: id }) => id)).toEqual(stored?.map(({ imageId }) => imageId))
  })

  test('plans only what changes, with ids of version 7 for what is new', async () => {
    const catalog = await shop()
    const { plan, counts } = await previewOf(
      [
        { handle: 'shirt', option1_value: 'S', variant_price: '10.0' },
        { handle: 'shirt', option1_value: 'L', variant_price: '14' },
      ],
      catalog,
    )
    expect(counts).toMatchObject({ adds: 1, unchanged: 1 })
    expect(plan.products).toEqual({ adds: [], updates: [] })
    expect(plan.variants.updates).toEqual([])
    expect(plan.variants.adds).toMatchObject([{ option1Value: 'L', position: 3 }])
    const id = plan.variants.adds[0]?.variantId ?? ''
    expect(validate(id) && version(id)).toBe(7)
  })

  test('remembers the version of each stored product that the file names, changed or not', async () => {
    const catalog = await shop()
    const { plan } = await previewOf(
      [
        { handle: 'shirt', title: 'Shirt' },
        { handle: 'mug', title: 'Big mug' },
        { handle: 'cap', title: 'Cap' },
      ],
      catalog,
    )
    const { products } = toSlice(catalog)
    const versionOf = (handle: string) => ({ productId: products.get(handle)?.productId, version: 1 })
    expect(plan).toMatchObject({ touched: [versionOf('mug')], seen: [versionOf('shirt')] })
  })

  test('counts products and rows outside the file as untouched (INV-10)', async () => {
    const catalog = await shop()
    const before = toProducts(catalog)
    applyPlan(catalog, (await previewOf([{ handle: 'cap', title: 'Cap' }], catalog)).plan)
    expect(toProducts(catalog).filter(({ handle }) => handle !== 'cap')).toEqual(before)
  })

  test('keeps long texts short, from where they differ', async () => {
    const catalog = await shop()
    const text = 'x'.repeat(40_000)
    const long = await previewOf([{ handle: 'mug', description_html: `${text}a` }], catalog)
    expect(long.rows[0]?.warnings).toMatchObject([{ code: 'long_description' }])
    applyPlan(catalog, long.plan)
    const { rows, plan } = await previewOf([{ handle: 'mug', description_html: `${text}b` }], catalog)
    expect(rows[0]?.changes[0]?.before).toMatch(/^…x{100}a$/)
    expect(rows[0]?.changes[0]?.after).toMatch(/^…x{100}b$/)
    expect(plan.products.updates[0]?.descriptionHtml).toBe(`${text}b`)
  })
})

describe('grouping (§3)', () => {
  test('treats rows with the same handle as one product anywhere in the file, in any spelling', async () => {
    const catalog = await shop()
    const result = await previewOf(
      [
        { handle: 'cap', title: 'Cap', option1_name: 'Size', option1_value: 'S', variant_price: '1' },
        { handle: 'mug', title: 'Mug' },
        { handle: 'CAP', option1_value: 'M', variant_price: '2' },
      ],
      catalog,
    )
    expect(kindsOf(result)).toBe('add unchanged add')
    expect(result.productCount).toBe(2)
    expect(result.plan.variants.adds.map(({ option1Value }) => option1Value)).toEqual(['S', 'M'])
  })

  test('takes the first filled product cell; a different one below fails the product and names both rows', async () => {
    const result = await previewOf(
      [
        { handle: 'cap', title: '', variant_price: '1' },
        { handle: 'cap', title: 'Cap', image_url: 'http://a.example/1' },
        { handle: 'cap', title: 'Hat', image_url: 'http://a.example/2' },
      ],
      emptyCatalog(),
    )
    expect(codesOf(result)).toEqual(['product_invalid', 'product_invalid', 'conflicting_values'])
    expect(result.rows[2]?.errors[0]?.message).toMatch(/^In row 3 it is “Cap”, here it is “Hat”/)
    expect(result.rows[0]?.errors[0]?.message).toContain('row 4')
    expect(result.plan.products.adds).toEqual([])
  })

  test('accepts a first row with the product alone, and refuses another row that adds nothing', async () => {
    const result = await previewOf(
      [
        { handle: 'cap', title: 'Cap' },
        { handle: 'cap', variant_price: '1' },
        { handle: 'cap', title: 'Cap' },
        { handle: 'cap', vendor: 'Acme' },
        { handle: 'cap', image_alt: 'x' },
      ],
      emptyCatalog(),
    )
    expect(codesOf(result)).toEqual(['', '', 'row_adds_nothing', '', 'row_adds_nothing'])
    expect(result.rows[4]?.warnings).toMatchObject([{ code: 'ignored_value', column: 'image_alt' }])
    expect(result.plan.products.adds).toMatchObject([{ vendor: 'Acme' }])
  })

  test('reads Title / Default Title as no options', async () => {
    const catalog = await shop()
    const rows = [
      {
        handle: 'cap',
        title: 'Cap',
        option1_name: 'Title',
        option1_value: 'Default Title',
        variant_price: '1',
      },
      { handle: 'mug', option1_name: 'Title', option1_value: 'Default Title', variant_price: '5' },
    ]
    const result = await previewOf(rows, catalog)
    expect(kindsOf(result)).toBe('add unchanged')
    expect(result.plan.products.adds).toMatchObject([{ option1Name: null }])
    expect(result.plan.variants.adds).toMatchObject([{ option1Value: null }])
  })

  test('keeps an option that is called Title if there are more variants', async () => {
    const catalog = await shop()
    const cap = { handle: 'cap', title: 'Cap', option1_name: 'Title', variant_price: '1' }
    const rows = [
      { ...cap, option1_value: 'Default Title' },
      { ...cap, option1_value: 'Other' },
    ]
    applyPlan(catalog, (await previewOf(rows, catalog)).plan)
    expect(toProducts(catalog).find(({ handle }) => handle === 'cap')?.optionNames).toEqual(['Title'])
    const again = await previewOf(rows.slice(0, 1), catalog)
    expect(kindsOf(again)).toBe('unchanged')
  })

  test('refuses repeated option values and repeated SKUs on every row involved', async () => {
    const result = await previewOf(
      [
        { handle: 'cap', title: 'Cap', option1_name: 'Size', option1_value: 'S', variant_price: '1' },
        { handle: 'cap', option1_value: 'S', variant_price: '1' },
        { handle: 'hat', title: 'Hat', variant_sku: 'X', variant_price: '1' },
        { handle: 'bag', title: 'Bag', variant_sku: 'X', variant_price: '1' },
        { handle: 'box', title: 'Box', variant_price: '1' },
        { handle: 'box', variant_price: '2' },
      ],
      emptyCatalog(),
    )
    expect(codesOf(result)).toEqual([
      'duplicate_options',
      'duplicate_options',
      'duplicate_sku',
      'duplicate_sku',
      'duplicate_options',
      'duplicate_options',
    ])
  })

  test('fails a row alone for its variant or image, and all rows for the product', async () => {
    const result = await previewOf(
      [
        { handle: 'cap', title: 'Cap', option1_name: 'Size', option1_value: 'S', variant_price: 'free' },
        { handle: 'cap', option1_value: 'M', variant_price: '1' },
        { handle: 'hat', title: 'Hat', status: 'gone' },
        { handle: 'hat', variant_price: '1' },
        { handle: 'bag', variant_price: '1' },
        { handle: 'bag', image_url: 'nowhere' },
      ],
      emptyCatalog(),
    )
    expect(codesOf(result)).toEqual([
      'invalid_number',
      '',
      'invalid_status',
      'product_invalid',
      'missing_value',
      'invalid_url,product_invalid',
    ])
    expect(result.counts).toMatchObject({ adds: 1, errors: 5 })
    expect(result.plan.products.adds).toMatchObject([{ handle: 'cap', title: 'Cap' }])
    expect(result.rows[1]?.entities).toEqual(['product', 'variant'])
  })

  test('refuses rows without a handle, or with a wrong one', async () => {
    const result = await previewOf(
      [
        { handle: '', title: 'Cap' },
        { handle: 'a b', title: 'Hat' },
      ],
      emptyCatalog(),
    )
    expect(codesOf(result)).toEqual(['missing_value', 'invalid_handle'])
    expect(result.rows.map(({ handle }) => handle)).toEqual([null, 'a b'])
    expect(result.productCount).toBe(0)
  })
})

describe('numbers (§6)', () => {
  test('with a decimal comma are read if the whole file uses it, with a warning', async () => {
    const result = await previewOf(
      [{ handle: 'mug', variant_sku: 'MUG', variant_price: '5,50' }],
      await shop(),
    )
    expect(result.warnings).toMatchObject([{ code: 'decimal_comma' }])
    expect(result.rows[0]?.changes).toMatchObject([{ before: '5.00', after: '5.50' }])
  })

  test.each([
    ['a dot elsewhere', '5,50', '1.5'],
    ['nothing but what could be thousands', '1,299', ''],
  ])('with a comma are an error beside %s', async (_name, variant_price, variant_weight_grams) => {
    const result = await previewOf([{ handle: 'mug', variant_price, variant_weight_grams }], await shop())
    expect(codesOf(result)).toEqual(['invalid_number'])
    expect(result.rows[0]?.errors[0]).toMatchObject({ column: 'variant_price', value: variant_price })
  })

  test('that a spreadsheet damaged are an error, or a warning if only zeros are lost', async () => {
    const result = await previewOf(
      [
        { handle: 'shirt', option1_value: 'S', variant_sku: '1', variant_barcode: '99' },
        { handle: 'shirt', option1_value: 'M', variant_sku: '1.23E+11' },
      ],
      await shop(),
    )
    expect(result.rows[0]?.kind).toBe('update')
    expect(result.rows[0]?.warnings.map(({ code, column }) => [code, column])).toEqual([
      ['leading_zeros_lost', 'variant_sku'],
      ['leading_zeros_lost', 'variant_barcode'],
    ])
    expect(codesOf(result)[1]).toBe('scientific_notation')
  })
})

test('metadata may have any key that the format allows', async () => {
  const catalog = await shop()
  const rows = [{ handle: 'mug', 'metadata.__proto__': 'x', 'metadata.constructor': 'y' }]
  const first = await previewOf(rows, catalog)
  expect(first.rows[0]?.changes.map(({ field, after }) => [field, after])).toEqual([
    ['metadata.__proto__', 'x'],
    ['metadata.constructor', 'y'],
  ])
  applyPlan(catalog, first.plan)
  expect(kindsOf(await previewOf(rows, catalog))).toBe('unchanged')
})

test('a row with very many errors or changes shows the first ones and says so', async () => {
  const keys = Array.from({ length: 60 }, (_, index) => `metadata.k${index}`)
  const wrong = await previewOf(
    [Object.fromEntries([['handle', 'mug'], ...keys.map((key) => [key, 'x'.repeat(2_001)])])],
    await shop(),
  )
  expect(wrong.rows[0]?.errors).toHaveLength(20)
  expect(wrong.rows[0]?.warnings).toMatchObject([{ code: 'errors_not_shown' }])
  const many = await previewOf(
    [Object.fromEntries([['handle', 'mug'], ...keys.map((key) => [key, 'x'.repeat(2_000)])])],
    await shop(),
  )
  expect(many.rows[0]?.changes.length).toBeLessThan(40)
  expect(many.rows[0]?.warnings).toMatchObject([{ code: 'changes_not_shown' }])
  expect(Object.keys(many.plan.products.updates[0]?.metadata ?? {})).toHaveLength(60)
})

test('the template imports without an error or a warning', async () => {
  const file = await fileOf(templateCsv())
  const { counts, rows, warnings } = previewTable(file.table, toSlice(emptyCatalog()))
  expect(counts).toMatchObject({ adds: rows.length, errors: 0 })
  expect([...warnings, ...rows.flatMap((row) => row.warnings)]).toEqual([])
  expect(file.unknownColumns).toEqual([])
})
