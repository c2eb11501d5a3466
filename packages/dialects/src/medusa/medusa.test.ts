import { describe, expect, test } from '@jest/globals'
import { recognize } from '../recognize.ts'
import { image, product, rowLines, variant } from '../../../../test/support/preview/expected.ts'
import { fixturesOf } from '../../../../test/support/preview/import-fixture.ts'

const imported = fixturesOf('medusa')

describe('recognition', () => {
  test.each([
    [['Product Handle', 'Product Title', 'Variant Price EUR']],
    [['Product Id', 'Product Title', 'Variant Title', 'Price EUR', 'Option 1 Name']],
    [['product  handle', ' VARIANT SKU ']],
  ])('%j is Medusa’s', (header) => {
    expect(recognize(header).dialect.name).toBe('medusa')
  })

  test.each([
    [['Product Handle', 'Product Title']],
    [['Variant SKU', 'Variant Price EUR']],
    [['Product Id', 'Variant SKU', 'Item Type']],
  ])('%j is not', (header) => {
    expect(() => recognize(header)).toThrow()
  })

  test('a canonical and a Shopify file are not recognised as Medusa’s', () => {
    expect(recognize(['handle', 'title', 'variant_price']).dialect.name).toBe('canonical')
    expect(recognize(['Handle', 'Title', 'Body (HTML)', 'Variant SKU']).dialect.name).toBe('shopify_legacy')
  })

  test('columns that the catalog lacks are listed, with the nearest name', () => {
    const { unknownColumns } = recognize([
      'Product Handle',
      'Product Titel',
      'Product Discountable',
      'Variant SKU',
      'Variant Price EUR',
      'Variant Price nordics [EUR]',
      'Product Tag 7',
      'Product Image 3',
    ])
    expect(unknownColumns).toEqual([
      { name: 'Product Titel', nearest: 'Product Title' },
      { name: 'Product Discountable', nearest: null },
    ])
  })
})

describe('headers', () => {
  test('of version 1 are read, with semicolons', async () => {
    const { file, products } = await imported('v1-headers')
    expect(file.delimiter).toBe(';')
    expect(products).toEqual([
      product({
        handle: 'linen-shirt',
        title: 'Linen Shirt',
        descriptionHtml: 'Cut wide.',
        productType: 'Shirts',
        tags: ['linen', 'summer'],
        optionNames: ['Size'],
        variants: [
          variant({
            sku: 'LIN-S',
            barcode: '9900',
            price: '29.50',
            inventoryQuantity: 10,
            weightGrams: '400',
            optionValues: ['S'],
          }),
          variant({
            sku: 'LIN-M',
            barcode: '9901',
            price: '29.50',
            weightGrams: '420',
            optionValues: ['M'],
          }),
        ],
        images: [image('https://img.example/linen-1.jpg'), image('https://img.example/linen-2.jpg')],
      }),
    ])
  })

  test('of the template of version 2 are read', async () => {
    const { products } = await imported('v2-template-headers')
    expect(products).toEqual([
      product({
        handle: 'linen-shirt',
        title: 'Linen Shirt',
        tags: ['linen', 'summer'],
        optionNames: ['Size'],
        variants: [variant({ sku: 'LIN-S', price: '29.50', optionValues: ['S'] })],
        images: [image('https://img.example/linen-1.jpg'), image('https://img.example/linen-2.jpg')],
      }),
    ])
  })
})

describe('prices', () => {
  test('in several currencies: the first one’s are used, and a file warning names it', async () => {
    const { preview, variants } = await imported('several-currencies')
    expect(variants.map(({ sku, price }) => [sku, price])).toEqual([
      ['BOWL', '8.00'],
      ['CUP', '10.00'],
    ])
    expect(preview.warnings).toEqual([
      {
        code: 'several_currencies',
        message:
          'The file has prices in several columns: Variant Price EUR, Variant Price USD. Those of “Variant Price EUR” were taken; remove that column to take the next one.',
        parameters: {
          case: 'columns',
          taken: 'Variant Price EUR',
          columns: 'Variant Price EUR, Variant Price USD',
        },
      },
    ])
  })

  test('in one currency are that one’s, at any position of its column', async () => {
    const { variants, warnings } = await imported('one-currency')
    expect(variants[0]?.price).toBe('12.345')
    expect(warnings).toEqual([])
  })

  test('of regions are left out if there are those of a currency, even if a variant has no other', async () => {
    const { preview, variants, warnings } = await imported('prices-of-regions-too')
    expect(variants.map(({ price }) => price)).toEqual(['12.00'])
    expect(warnings).toEqual(['region_prices_ignored'])
    expect(rowLines(preview.rows)).toEqual([
      '2 add cup CUP product+variant',
      '3 error bowl BOWL - missing_value',
    ])
  })

  test('of regions are used if there are no others', async () => {
    const { variants, warnings } = await imported('prices-of-regions-only')
    expect(variants.map(({ price }) => price)).toEqual(['11.00'])
    expect(warnings).toEqual(['several_currencies'])
  })
})

test('a row without handle has that of its product’s other rows, or the slug of its title', async () => {
  const { products } = await imported('handle-missing')
  expect(products.map(({ handle, variants }) => [handle, variants.map(({ sku }) => sku)])).toEqual([
    ['deep-bowl', ['BOWL-S', 'BOWL-M']],
    ['sørens-cup', ['CUP-S', 'CUP-M']],
  ])
})

describe('options', () => {
  test('are matched by name, in whatever order a row has them', async () => {
    const { products } = await imported('options-in-another-order')
    expect(products[0]?.optionNames).toEqual(['Size', 'Color'])
    expect(products[0]?.variants.map(({ optionValues }) => optionValues)).toEqual([
      ['S', 'Red'],
      ['M', 'Red'],
    ])
  })

  test('fail the whole product, and no other, if there are four', async () => {
    const { preview, products } = await imported('four-options')
    expect(rowLines(preview.rows)).toEqual([
      '2 error shirt A - too_many_options',
      '3 error shirt B - too_many_options',
      '4 add cup C product+variant',
    ])
    expect(products.map(({ handle }) => handle)).toEqual(['cup'])
  })

  test('without a name fail the row', async () => {
    const { preview } = await imported('option-without-name')
    expect(rowLines(preview.rows)).toEqual(['2 error cup CUP - option_value_without_name'])
  })
})

test('a quantity that is not managed is left out, with a warning unless it is 0', async () => {
  const { preview, variants } = await imported('inventory-not-managed')
  expect(variants.map(({ sku, inventoryQuantity }) => [sku, inventoryQuantity])).toEqual([
    ['BOWL', 5],
    ['CUP', null],
    ['PLATE', null],
  ])
  expect(rowLines(preview.rows)).toEqual([
    '2 add cup CUP product+variant inventory_not_tracked',
    '3 add bowl BOWL product+variant',
    '4 add plate PLATE product+variant',
  ])
})

describe('images', () => {
  test('without an address are left out with a warning', async () => {
    const { preview, products } = await imported('image-without-address')
    expect(products[0]?.images.map(({ url }) => url)).toEqual([
      'https://img.example/cup-1.png',
      'https://img.example/cup-2.png',
    ])
    expect(preview.rows[0]?.warnings).toMatchObject([
      { code: 'image_not_fetchable', column: 'image_url', value: 'uploads/cup.png' },
    ])
  })

  test('begin with the thumbnail, follow by number, and occur once', async () => {
    const { products } = await imported('thumbnail')
    expect(products[0]?.images.map(({ url }) => url)).toEqual([
      'https://img.example/2.png',
      'https://img.example/1.png',
      'https://img.example/10.png',
    ])
  })
})

test('a product without variants is not created', async () => {
  const { preview, products } = await imported('product-without-variants')
  expect(preview.rows.map(({ errors }) => errors.map(({ code }) => code))).toEqual([['no_variant']])
  expect(products).toEqual([])
})

test('a variant without a weight has its product’s, in grams', async () => {
  const { variants } = await imported('weights')
  expect(variants.map(({ weightGrams }) => weightGrams)).toEqual(['300', '350.5'])
})

test('published is active, and every other status a draft, with a warning for those that the catalog lacks', async () => {
  const { preview, products } = await imported('statuses')
  expect(products.map(({ status }) => status)).toEqual(['active', 'draft', 'draft', 'draft'])
  expect(preview.rows.map(({ warnings }) => warnings.map(({ code, value }) => [code, value]))).toEqual([
    [],
    [],
    [['status_read_as_draft', 'proposed']],
    [],
    [['status_read_as_draft', 'rejected']],
  ])
})

test('the barcode is the barcode, else the EAN, else the UPC', async () => {
  const { variants } = await imported('barcodes')
  expect(variants.map(({ barcode }) => barcode)).toEqual(['00123', '4006381333931', '036000291452'])
})

describe('a whole export', () => {
  test('is previewed row by row', async () => {
    const { preview, warnings } = await imported('realistic')
    expect(preview.counts).toEqual({ adds: 18, updates: 0, unchanged: 0, errors: 2, clears: 0 })
    expect(warnings).toEqual(['several_currencies', 'region_prices_ignored'])
    expect(rowLines(preview.rows)).toEqual([
      '2 add rain-jacket JKT-S-BLU image+product+variant',
      '3 add rain-jacket JKT-M-BLU variant',
      '4 add rain-jacket JKT-S-RED variant',
      '5 add rain-jacket JKT-M-RED variant',
      '6 add enamel-mug 0012-MUG image+product+variant',
      '7 add wool-hat HAT-GRY image+product+variant image_not_fetchable',
      '8 add wool-hat HAT-GRN variant',
      '9 add wool-hat HAT-BLK variant inventory_not_tracked',
      '10 add café-søren-blend COF-250 product+variant status_read_as_draft',
      '11 add café-søren-blend COF-1000 variant',
      '12 add gift-card GIFT-100 image+product+variant',
      '13 add gift-card GIFT-500 variant',
      '14 error tote-bag - - no_variant status_read_as_draft',
      '15 add desk-lamp LAMP-EU image+product+variant',
      '16 add desk-lamp LAMP-UK variant',
      '17 add socks SOCK-39-1 image+product+variant incomplete_product',
      '18 add socks SOCK-39-3 variant',
      '19 add socks SOCK-43-1 variant',
      '20 error socks SOCK-43-3 - missing_value',
      '21 add umbrella UMB-BLK image+product+variant',
    ])
  })
})
