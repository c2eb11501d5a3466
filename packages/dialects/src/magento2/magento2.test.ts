import { describe, expect, test } from '@jest/globals'
import { cutOff } from '../../../../test/support/cut-off.ts'
import { previewAgainst } from '../../../../test/support/preview/apply-plan.ts'
import { magento2 } from './magento2.ts'
import { recognize } from '../recognize.ts'
import { emptyCatalog, importFixture } from '../../../../test/support/preview/import-fixture.ts'

const nameOf = (header: string) => recognize(header.split(',')).dialect.name

describe('a header', () => {
  test.each([
    'sku,product_type,name',
    'SKU, Attribute_Set_Code ,price',
    'sku,attribute_set_code,product_type',
  ])('of Magento is recognised: %s', (header) => expect(nameOf(header)).toBe('magento2'))

  test.each([
    ['canonical', 'handle,title,product_type,variant_sku,variant_price'],
    ['woocommerce', 'Type,SKU,Name,Regular price'],
    ['medusa', 'Product Handle,Product Title,Variant SKU,Variant Price EUR'],
  ])('of %s is not Magento’s', (name, header) => expect(nameOf(header)).toBe(name))

  test('has its other columns listed, and a misspelt one with the nearest name', () => {
    const { unknownColumns } = recognize([
      'sku',
      'product_type',
      'categories',
      'small_image',
      'special_prize',
      'error_code',
    ])
    expect(unknownColumns).toEqual([
      { name: 'categories', nearest: null },
      { name: 'small_image', nearest: null },
      { name: 'special_prize', nearest: 'special_price' },
    ])
  })
})

describe('configurable products', () => {
  test('get the simple rows that they name as variants, anywhere in the file', async () => {
    const { preview, products } = await imported('variants-before-their-product')
    expect(preview.rows.map(({ handle, kind }) => [handle, kind])).toEqual([
      ['shirt', 'add'],
      ['mug', 'add'],
      ['shirt', 'add'],
      ['shirt', 'add'],
    ])
    expect(products).toMatchObject([
      { handle: 'mug', optionNames: [], variants: [{ sku: 'X' }] },
      {
        handle: 'shirt',
        title: 'Shirt',
        optionNames: ['Size'],
        variants: [
          { sku: 'A', optionValues: ['S'], price: '10.00' },
          { sku: 'B', optionValues: ['M'], price: '12.50' },
        ],
      },
    ])
  })

  test('have their attributes’ codes as option names where the labels are left out', async () => {
    const { products } = await imported('variations-without-labels')
    expect(products).toMatchObject([
      {
        optionNames: ['color', 'size'],
        variants: [{ optionValues: ['Red', 'S'] }, { optionValues: ['Red', 'M|L'] }],
      },
    ])
  })

  test('may have commas, equals and quotation marks in SKUs, values and labels', async () => {
    const { products } = await imported('variations-with-commas')
    expect(products).toMatchObject([
      {
        optionNames: ['Size', 'Cut, or "fit"'],
        variants: [
          { sku: 'A,1', optionValues: ['Small, short', 'Slim, tapered'] },
          { sku: 'B=2', optionValues: ['1/2" x 3"', 'Wide'] },
        ],
      },
    ])
  })

  test('find their variants without regard to case, as Magento does', async () => {
    const { products } = await imported('variations-in-other-case')
    expect(products).toMatchObject([{ handle: 'shirt', variants: [{ sku: 'Shirt-S', optionValues: ['S'] }] }])
  })

  test('warn of variants that have no row, and are not created if they have none', async () => {
    const { preview, products } = await imported('missing-variants')
    expect(warningsOf(preview)).toEqual(['variants_not_in_file', '', 'variants_not_in_file'])
    expect(preview.rows[0]?.warnings[0]).toMatchObject({
      message: expect.stringContaining(': A, C.'),
      value: 'A, C',
    })
    expect(products).toMatchObject([{ handle: 'shirt', variants: [{ sku: 'B', optionValues: ['M'] }] }])
    expect(errorsOf(preview)).toEqual(['', '', 'no_variant'])
  })

  test('that name the same variant do not get it', async () => {
    const { preview, products } = await imported('variant-of-two-products')
    expect(errorsOf(preview)).toEqual(['', 'no_variant', 'several_products', ''])
    expect(preview.rows[2]?.errors[0]?.message).toContain('in rows 2 and 3')
    expect(products.flatMap(({ variants }) => variants.map(({ sku }) => sku))).toEqual(['B'])
  })

  test('fail together with their variants if the list of them cannot be read', async () => {
    const { preview, products } = await imported('unreadable-variations')
    expect(errorsOf(preview)).toEqual([
      'invalid_variations',
      'invalid_variations',
      'too_many_options',
      'product_invalid',
      'product_invalid',
      '',
    ])
    expect(preview.rows[3]?.errors[0]?.message).toContain('row 2')
    expect(products.map(({ handle }) => handle)).toEqual(['mug'])
  })

  test('keep their own attributes, and warn where a variant has others or is switched off', async () => {
    const { preview, products } = await imported('variant-attributes')
    expect(products).toMatchObject([{ metadata: { material: 'Wool' } }])
    expect(warningsOf(preview)).toEqual(['', '', 'ignored_value,ignored_value'])
    expect(preview.rows[2]?.warnings.map(({ column, value }) => [column, value])).toEqual([
      ['product_online', '2'],
      ['additional_attributes', 'material, fit'],
    ])
  })

  test('have their own images first, then those of the variants, each of which has its main one', async () => {
    const { products } = await imported('variant-images')
    expect(products).toMatchObject([
      {
        images: [
          { url: 'https://a.example/main.jpg', alt: '' },
          { url: 'https://a.example/both.jpg', alt: 'Both' },
          { url: 'https://a.example/a.jpg', alt: 'Red' },
          { url: 'https://a.example/b.jpg', alt: '' },
        ],
        variants: [{ imageUrl: 'https://a.example/a.jpg' }, { imageUrl: 'https://a.example/b.jpg' }],
      },
    ])
  })
})

describe('rows', () => {
  test('of a store view are skipped with a warning and counted as unchanged', async () => {
    const { preview, products } = await imported('store-views')
    expect(preview.counts).toMatchObject({ adds: 1, unchanged: 2, errors: 0 })
    expect(warningsOf(preview)).toEqual(['', 'store_view_skipped', 'store_view_skipped'])
    expect(products).toMatchObject([{ handle: 'mug', title: 'Mug' }])
  })

  test('of simple products that no product names are products of their own, with a warning if they are hidden', async () => {
    const { preview, products } = await imported('variant-without-product')
    expect(warningsOf(preview)).toEqual(['variant_without_product', ''])
    expect(products.map(({ handle }) => handle)).toEqual(['a', 'b'])
  })

  test('of virtual and downloadable products need no shipping; other types are refused', async () => {
    const { preview, products } = await imported('product-types')
    expect(errorsOf(preview)).toEqual([
      '',
      '',
      '',
      'unsupported_product_type',
      'unsupported_product_type',
      'unsupported_product_type',
      '',
    ])
    expect(products.map(({ handle, variants }) => [handle, variants[0]?.requiresShipping])).toEqual([
      ['downloadable', false],
      ['none', true],
      ['simple', true],
      ['virtual', false],
    ])
  })

  test('without a type are recognised by their list of variants', async () => {
    const { products } = await imported('types-left-out')
    expect(products).toMatchObject([
      { handle: 'mug', variants: [{ sku: 'B' }] },
      { handle: 'shirt', optionNames: ['size'], variants: [{ sku: 'A', optionValues: ['S'] }] },
    ])
  })
})

test('a file that names a variant for each of many thousand options is refused in linear time', () => {
  const variations = Array.from({ length: 14_000 }, (_, index) => `sku=S${index},o${index}=1`).join('|')
  const product = ['P', 'configurable', 'P', '', 'a=b,'.repeat(60_000), variations]
  const variants = Array.from({ length: 4_000 }, (_, index) => [`S${index}`, 'simple', '', '1', 'a=b'])
  const records = [product, ...variants].map((cells, index) => ({ row: index + 2, cells }))
  const header = 'sku,product_type,name,price,additional_attributes,configurable_variations'.split(',')
  // Each of 4,000 variants with a value for each of 14,000 options: 56 million cells.
  const table = cutOff(() => magento2.read(header, records, new Date()))
  const { counts, rows } = cutOff(() => previewAgainst(emptyCatalog(), table))
  expect(counts).toMatchObject({ errors: 4_001 })
  expect(rows[0]?.errors).toMatchObject([{ code: 'too_many_options' }])
})

describe('cells', () => {
  test('product_online is the status: 1 active, otherwise draft', async () => {
    const { products } = await imported('online-or-not')
    expect(products.map(({ title, status }) => [title, status])).toEqual([
      ['P1', 'active'],
      ['P2', 'draft'],
      ['P3', 'draft'],
      ['P4', 'draft'],
    ])
  })

  test('url_key is the handle, else the name, with the SKU where another product has it', async () => {
    const { preview } = await imported('handles')
    expect(preview.rows.map(({ handle }) => handle)).toEqual([
      'blue_mug.html',
      'gift-box-b',
      'gift-box-c',
      'gift-box',
      null,
      'nameless',
      null,
    ])
    expect(errorsOf(preview)).toEqual(['', '', '', '', 'missing_value', 'missing_value', 'missing_value'])
    expect(preview.rows.slice(4).map(({ errors }) => errors[0]?.parameters?.['case'])).toEqual([
      'unusable_name',
      'source_sku',
      'repeated_name',
    ])
  })

  test('special_price is the price and price the compare-at price, with a warning where it ends', async () => {
    const { preview, products } = await imported('special-prices')
    expect(products.map(({ variants: [variant] }) => [variant?.price, variant?.compareAtPrice])).toEqual([
      ['19.99', '25.00'],
      ['25.00', null],
      ['20.00', '25.00'],
    ])
    expect(warningsOf(preview)).toEqual(['', '', 'temporary_price', ''])
    expect(errorsOf(preview)).toEqual(['', '', '', 'too_many_decimals'])
  })

  test('special_price counts only while it is on', async () => {
    const { preview, products } = await imported('special-price-dates')
    expect(products.map(({ variants: [variant] }) => [variant?.price, variant?.compareAtPrice])).toEqual([
      ['25.00', null],
      ['20.00', '25.00'],
      ['25.00', null],
    ])
    expect(warningsOf(preview)).toEqual(['scheduled_sale', 'temporary_price', 'scheduled_sale'])
  })

  test('additional_attributes are metadata', async () => {
    const { preview, products } = await imported('additional-attributes')
    expect(products.map(({ metadata }) => metadata)).toEqual([
      { material: 'Wool, fine', origin: 'a=b' },
      { material: 'Wool, fine=yes, or not', note: 'say "hi"', tones: 'red|blue, dark' },
      { size: '5"', height: '6"' },
      { material: 'Silk' },
    ])
    const { warnings = [] } = preview.rows[3] ?? {}
    expect(warnings.map(({ code, parameters }) => [code, parameters?.['case']])).toEqual([
      ['ignored_value', undefined],
      ['ignored_value', 'too_long'],
      ['ignored_value', undefined],
    ])
  })

  test('of more attributes than a file can have, the first are taken', async () => {
    const attributes = Array.from({ length: 502 }, (_, index) => `a${index}=1`).join()
    const { preview, products } = await importFixture(
      Buffer.from(`sku,product_type,name,price,additional_attributes\nA,simple,A,1,"${attributes}"\n`),
    )
    expect(Object.keys(products[0]?.metadata ?? {})).toHaveLength(500)
    expect(preview.rows[0]?.warnings).toMatchObject([{ code: 'ignored_value', value: 'a500, a501' }])
  })

  test('base_image and additional_images are the images, each once, with their labels', async () => {
    const { preview, products } = await imported('images')
    expect(products.map(({ images }) => images.map(({ url, alt }) => `${url.slice(-5, -4)} ${alt}`))).toEqual(
      [['1 One', '2 Two', '3 '], ['4 Four, and more'], ['5 ', '6 '], ['7 Seven, seven', '8 "Eight"']],
    )
    expect(warningsOf(preview)).toEqual(['', 'image_not_fetchable', 'ignored_value', ''])
  })

  test('qty is the inventory, unless the row says that it is not managed', async () => {
    const { preview, products } = await imported('quantities')
    expect(products.map(({ handle, variants: [variant] }) => [handle, variant?.inventoryQuantity])).toEqual([
      ['a', 100],
      ['b', 5],
      ['c', null],
      ['d', null],
      ['e', null],
      ['g', -3],
    ])
    expect(warningsOf(preview)).toEqual(['', '', 'inventory_not_tracked', '', '', '', ''])
    expect(errorsOf(preview)[5]).toBe('invalid_integer')
  })

  test('tax_class_name None is not taxable, any other is', async () => {
    const { products } = await imported('taxes')
    expect(products.map(({ variants: [variant] }) => variant?.taxable)).toEqual([true, false, true, true])
  })

  test('weight is not imported, with a warning, because the file has no unit', async () => {
    const { preview, products } = await imported('weights')
    expect(preview.warnings).toMatchObject([{ code: 'weight_unit_unknown' }])
    expect(products).toMatchObject([{ variants: [{ weightGrams: null }] }])
    expect((await imported('no-weights')).preview.warnings).toEqual([])
  })
})

test('a whole export is previewed row by row', async () => {
  const { file, preview } = await imported('realistic')
  expect([file.dialect, file.unknownColumnsCount]).toEqual(['magento2', 18])
  expect(preview.counts).toEqual({ adds: 17, updates: 0, unchanged: 3, errors: 2, clears: 0 })
  expect(preview.warnings.map(({ code }) => code)).toEqual(['weight_unit_unknown'])
  const shown = preview.rows.map(({ row, kind, handle, sku, errors, warnings }) =>
    [row, kind, handle, sku, ...[...errors, ...warnings].map(({ code }) => code)].join(' '),
  )
  expect(shown).toEqual([
    '2 add trail-jacket TJ-S-SAND',
    '3 add trail-jacket TJ-S-DEEP',
    '4 add trail-jacket TJ-M-SAND',
    '5 add trail-jacket TJ-M-DEEP',
    '6 add trail-jacket  variants_not_in_file',
    '7 unchanged  TJ-S-SAND store_view_skipped',
    '8 unchanged  TJ store_view_skipped',
    '9 add enamel-mug 00471 temporary_price',
    '10 add café-tray TRAY-1 inventory_not_tracked',
    '11 add gift-box GB-1',
    '12 add gift-box-gb-2 GB-2',
    '13 add jacket_repair SVC-1',
    '14 add sewing-pattern PDF-1',
    '15 error hikers-kit  unsupported_product_type',
    '16 error cup-set  unsupported_product_type',
    '17 add steel-bottle BOTTLE-1 image_not_fetchable',
    '18 add trail-map MAP-1',
    '19 add linen-shirt ',
    '20 add linen-shirt SH-38',
    '21 add linen-shirt SH-40 ignored_value ignored_value',
    '22 add spare-button SPARE-1 variant_without_product',
    '23 unchanged  MAP-1 store_view_skipped',
  ])
})

const imported = (name: string) => importFixture(`magento2/${name}.csv`)

type Preview = Awaited<ReturnType<typeof imported>>['preview']

const errorsOf = ({ rows }: Preview) => rows.map(({ errors }) => errors.map(({ code }) => code).join())
const warningsOf = ({ rows }: Preview) => rows.map(({ warnings }) => warnings.map(({ code }) => code).join())
