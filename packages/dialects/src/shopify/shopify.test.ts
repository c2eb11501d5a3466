import { ServiceError } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import { recognize } from '../recognize.ts'
import { importFixture } from '../../../../test/support/preview/import-fixture.ts'

describe('a realistic export with the current names', () => {
  test('is previewed row by row', async () => {
    const { file, preview } = await importFixture('shopify/realistic.csv')
    expect(file.dialect).toBe('shopify')
    expect(file.records).toHaveLength(24)
    expect(preview.counts).toEqual({ adds: 24, updates: 0, unchanged: 0, errors: 0, clears: 0 })
    expect(preview.productCount).toBe(7)
    expect(preview.rows.filter(({ warnings }) => warnings.length > 0)).toMatchObject([
      { row: 8, handle: 'enamel-mug', warnings: [{ code: 'inventory_not_tracked', value: '12' }] },
    ])
    expect(preview.rows[23]).toMatchObject({
      row: 25,
      kind: 'add',
      handle: 'art-print',
      sku: null,
      title: 'Art Print “Café”',
      entities: ['image'],
      changes: [
        { field: 'image_url', before: null, after: 'https://cdn.shop.example/files/print-framed.jpg?v=17' },
        { field: 'image_position', before: null, after: '2' },
        { field: 'image_alt', before: null, after: 'In its frame' },
      ],
    })
  })

  test('leaves the same catalog, exported with the old names, unchanged', async () => {
    const { catalog } = await importFixture('shopify/realistic.csv')
    const { preview } = await importFixture('shopify_legacy/realistic.csv', catalog)
    expect(preview.counts).toEqual({ adds: 0, updates: 0, unchanged: 24, errors: 0, clears: 0 })
  })

  test('lists the columns that the catalog lacks, and suggests nothing for them', async () => {
    const { file } = await importFixture('shopify/realistic.csv')
    expect(file.unknownColumns.map(({ name }) => name)).toEqual([
      'Product category',
      'Option1 Linked To',
      'Option2 Linked To',
      'Option3 Linked To',
      'Price / Switzerland',
      'Compare-at price / Switzerland',
      'Cost per item',
      'Tax code',
      'Unit price total measure',
      'Unit price total measure unit',
      'Continue selling when out of stock',
      'Weight unit for display',
      'Fulfillment service',
      'Gift card',
      'Google Shopping / Gender',
    ])
    expect(file.unknownColumns.filter(({ nearest }) => nearest !== null)).toEqual([])
  })
})

describe('the current names', () => {
  test.each([
    ['with a handle', ['URL handle', 'SKU', 'Price']],
    ['without one', ['Title', 'Published on online store', 'Price']],
  ])('%s are recognised', (_, header) => {
    expect(recognize(header).dialect.name).toBe('shopify')
  })

  test.each([
    ['a title alone', ['Title', 'SKU', 'Price']],
    ['the publishing alone', ['Published on online store', 'SKU', 'Price']],
    ['an old name among them', ['URL handle', 'Title', 'Body (HTML)', 'Price']],
  ])('%s are not enough, or too much', (_, header) => {
    expect(() => recognize(header)).toThrow(ServiceError)
  })

  test('may be in any order', async () => {
    const { file, products } = await importFixture('shopify/any-column-order.csv')
    expect(file.dialect).toBe('shopify')
    expect(products).toMatchObject([
      {
        handle: 'cap',
        title: 'Cap',
        optionNames: ['Size'],
        variants: [
          { optionValues: ['S'], sku: 'C-S', price: '20.00' },
          { optionValues: ['M'], sku: 'C-M', price: '21.00' },
        ],
        images: [{ url: 'https://cdn.shop.example/files/a.jpg?v=17' }],
      },
    ])
  })

  test('are recognised in any case and with any white space', async () => {
    const { file, products } = await importFixture('shopify/header-case.csv')
    expect(file.unknownColumns).toEqual([])
    expect(products).toMatchObject([
      { handle: 'cap', variants: [{ price: '20.00', compareAtPrice: '25.00', weightGrams: '1.5' }] },
    ])
  })

  test('of barcodes vary; prices of markets are not the price', async () => {
    const { file, products } = await importFixture('shopify/barcodes.csv')
    expect(products).toMatchObject([
      { variants: [{ barcode: '4006381333931', price: '20.00', compareAtPrice: null }] },
    ])
    expect(file.unknownColumns.map(({ name }) => name)).toEqual([
      'Price / Switzerland',
      'Compare-at price / Switzerland',
      'Gift card',
      'Weight unit for display',
    ])
  })
})

describe('a handle', () => {
  test('is the slug of the title if the file has no column for it', async () => {
    const { preview, products, catalog } = await importFixture('shopify/handle-from-title.csv')
    expect(products).toMatchObject([
      { handle: 'hat', title: 'Hat', status: 'draft' },
      {
        handle: 'mens-café-cap',
        title: 'Men’s Café Cap',
        status: 'active',
        variants: [{ optionValues: ['S'] }, { optionValues: ['M'] }],
        images: [{ url: expect.stringContaining('/a.jpg') }, { url: expect.stringContaining('/b.jpg') }],
      },
    ])
    const again = await importFixture('shopify/handle-from-title.csv', catalog)
    expect(again.preview.counts).toMatchObject({ unchanged: 4, errors: 2 })
    expect(preview.counts).toMatchObject({ adds: 4, errors: 2 })
  })

  test('is missing if there is no title either, or one without letters; it is not guessed from the rows above', async () => {
    const { preview } = await importFixture('shopify/handle-from-title.csv')
    expect(
      preview.rows.slice(4).map(({ errors }) => errors.map(({ column, code }) => [column, code])),
    ).toEqual([[['handle', 'missing_value']], [['handle', 'missing_value']]])
  })

  test('that is there wins over the title, row by row', async () => {
    const { preview, products } = await importFixture('shopify/blank-handles.csv')
    expect(products.map(({ handle, title }) => [handle, title])).toEqual([
      ['summer-hat', 'Summer Hat'],
      ['winter-cap', 'Cap'],
    ])
    expect(preview.rows[2]?.errors).toMatchObject([{ column: 'handle', code: 'missing_value' }])
  })
})

test('a quantity counts only if it is tracked', async () => {
  const { preview, products } = await importFixture('shopify/untracked-quantity.csv')
  expect(products.map(({ variants }) => variants[0]?.inventoryQuantity)).toEqual([4, null])
  expect(preview.rows[1]?.warnings).toMatchObject([{ code: 'inventory_not_tracked', value: '5' }])
  expect(preview.rows[1]?.warnings[0]?.message).toContain('“Inventory tracker” says')
})

test('the status wins over publication; unlisted is a draft, with a warning, and any other word is refused', async () => {
  const { preview, products } = await importFixture('shopify/status-words.csv')
  expect(products.map(({ handle, status }) => [handle, status])).toEqual([
    ['bag', 'active'],
    ['cap', 'active'],
    ['hat', 'draft'],
    ['tie', 'draft'],
  ])
  expect(preview.rows[3]?.warnings).toMatchObject([
    { column: 'status', code: 'status_read_as_draft', value: 'Unlisted' },
  ])
  expect(preview.rows[4]?.errors).toMatchObject([
    { column: 'status', code: 'invalid_status', value: 'Aktiv' },
  ])
})

describe('metafields', () => {
  test('of products are metadata, by their key and, if it is not custom, their namespace', async () => {
    const { products, catalog } = await importFixture('shopify/metafields.csv')
    expect(products.map(({ handle, metadata }) => [handle, metadata])).toEqual([
      ['cap', { fit: 'Loose', 'shopify_color-pattern': 'blue; red' }],
      ['hat', { fit: 'Tight' }],
    ])
    const again = await importFixture('shopify/metafields.csv', catalog)
    expect(again.preview.counts).toMatchObject({ adds: 0, updates: 0, errors: 0 })
  })

  test('that do not fit, or differ on a further row, are left out with a warning; those of variants are unknown', async () => {
    const { file, preview } = await importFixture('shopify/metafields.csv')
    expect(preview.rows.map(({ warnings }) => warnings.map(({ code, column }) => [code, column]))).toEqual([
      [],
      [['ignored_value', 'metadata.fit']],
      [['ignored_value', 'metadata.care']],
    ])
    expect(file.unknownColumns.map(({ name }) => name)).toEqual([
      'Size (variant.metafields.custom.size)',
      `Odd (product.metafields.custom.${'k'.repeat(65)})`,
    ])
  })
})

test('characters that a handle cannot have are left out of it', async () => {
  const { preview, products } = await importFixture('shopify/handle-adjusted.csv')
  expect(products.map(({ handle, variants }) => [handle, variants.length])).toEqual([
    ['cap', 1],
    ['red-scarf', 2],
    ['t_shirt--v1.2', 1],
  ])
  expect(
    preview.rows.map(({ warnings, errors }) => [...warnings, ...errors].map(({ code }) => code)),
  ).toEqual([['handle_adjusted'], [], [], [], ['invalid_handle']])
})
