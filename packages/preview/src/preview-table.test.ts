import { templateCsv } from '@catalog/catalog'
import { DraftRow, everything } from '@catalog/contracts'
import type { Choice } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import { validate, version } from 'uuid'
import { previewTable } from './preview-table.ts'
import {
  applyPlan,
  emptyCatalog,
  previewAgainst,
  toProducts,
  toSlice,
} from '../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'
import { csv, kindsOf, previewOf, shop } from '../../../test/support/preview/shop.ts'

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

  const quantity = 'variant_inventory_quantity'
  test.each<[string, Record<string, string>, Partial<Choice>, boolean]>([
    ['changes it', { [quantity]: '4' }, {}, true],
    ['repeats it', { [quantity]: '3' }, {}, true],
    ['repeats it beside a change', { [quantity]: '3', title: 'Big mug' }, {}, true],
    ['clears it', { [quantity]: '' }, {}, true],
    ['has none', { title: 'Big mug' }, {}, false],
    ['states it in a row that fails', { [quantity]: '4', variant_price: 'x' }, {}, false],
    ['states it, but it is not chosen', { [quantity]: '4' }, { without_fields: [quantity] }, false],
  ])('has the version of the stock of a product whose file %s', async (_what, cells, choice, isStated) => {
    const catalog = await shop()
    const file = await fileOf(csv([{ handle: 'mug', ...cells }]))
    const { touched, seen } = previewAgainst(catalog, file.table, {
      choice: { ...everything, ...choice },
    }).plan
    expect([...touched, ...seen].map(({ stockVersion }) => stockVersion)).toEqual([isStated ? 0 : undefined])
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

test('a text among the parameters is shortened as in the message', async () => {
  const hat = { handle: 'hat', title: 'Hat', variant_price: '1' }
  const { rows } = await previewOf([hat, { ...hat, title: 'y'.repeat(200) }], emptyCatalog())
  expect(rows[1]?.errors.find(({ code }) => code === 'conflicting_values')?.parameters).toEqual({
    case: 'rows',
    row: 2,
    earlier: 'Hat',
    later: `${'y'.repeat(60)}…`,
  })
})

test('the template imports without an error or a warning', async () => {
  const file = await fileOf(templateCsv())
  const { counts, rows, warnings } = previewTable(file.table, toSlice(emptyCatalog()))
  expect(counts).toMatchObject({ adds: rows.length, errors: 0 })
  expect([...warnings, ...rows.flatMap((row) => row.warnings)]).toEqual([])
  expect(file.unknownColumns).toEqual([])
})
