import { describe, expect, test } from '@jest/globals'
import { applyPlan, emptyCatalog, toProducts } from '../../../test/support/preview/apply-plan.ts'
import { codesOf, kindsOf, previewOf, shop } from '../../../test/support/preview/shop.ts'

const capOfTwoOptions = {
  handle: 'cap',
  title: 'Cap',
  option1_name: 'Size',
  option2_name: 'Color',
  variant_price: '1',
}

describe('identity (§4)', () => {
  test('finds a variant by its SKU, whose options may then change', async () => {
    const result = await previewOf(
      [{ handle: 'shirt', variant_sku: '002', option1_value: 'XL' }],
      await shop(),
    )
    expect(result.rows[0]?.changes).toEqual([
      { entity: 'variant', field: 'option1_value', before: 'M', after: 'XL' },
    ])
  })

  test('finds it by its option values otherwise, and then the SKU may change', async () => {
    const result = await previewOf(
      [{ handle: 'shirt', variant_sku: 'NEW', option1_value: 'M' }],
      await shop(),
    )
    expect(result.rows[0]?.changes).toEqual([
      { entity: 'variant', field: 'variant_sku', before: '002', after: 'NEW' },
    ])
  })

  test('never guesses if SKU and options disagree, or the SKU is another product’s', async () => {
    const result = await previewOf(
      [
        { handle: 'shirt', variant_sku: '001', option1_value: 'M' },
        { handle: 'shirt', variant_sku: 'MUG', option1_value: 'L', variant_price: '1' },
        { handle: 'cap', title: 'Cap', variant_sku: '002', variant_price: '1' },
      ],
      await shop(),
    )
    expect(codesOf(result)).toEqual(['sku_options_conflict', 'sku_taken', 'sku_taken'])
    expect(result.rows[1]?.errors[0]?.message).toContain('“mug”')
  })

  test('matches option values by the names of their options, in whatever order the columns are', async () => {
    const catalog = emptyCatalog()
    const rows = [
      { ...capOfTwoOptions, option1_value: 'S', option2_value: 'Red' },
      { ...capOfTwoOptions, option1_value: 'M', option2_value: 'S' },
    ]
    applyPlan(catalog, (await previewOf(rows, catalog)).plan)
    const turned = { handle: 'cap', option1_name: 'Color', option2_name: 'Size', variant_price: '1' }
    const result = await previewOf(
      [
        { ...turned, option1_value: 'Red', option2_value: 'S' },
        { ...turned, option1_value: 'S', option2_value: 'M', variant_price: '1.5' },
        { ...turned, option1_value: 'Blue', option2_value: 'M' },
      ],
      catalog,
    )
    expect(kindsOf(result)).toBe('unchanged update add')
    expect(result.rows[1]?.changes).toMatchObject([{ field: 'variant_price' }])
    expect(result.plan.variants.adds).toMatchObject([{ option1Value: 'M', option2Value: 'Blue' }])
    expect(result.plan.products.updates).toEqual([])
  })

  test('treats an option value that differs from the stored one only in case as equal', async () => {
    const catalog = await shop()
    const result = await previewOf([{ handle: 'shirt', option1_value: 's', variant_price: '11' }], catalog)
    expect(kindsOf(result)).toBe('update')
    expect(result.rows[0]).toMatchObject({
      changes: [{ field: 'variant_price', before: '10.00', after: '11.00' }],
      warnings: [{ code: 'option_value_spelling', column: 'option1_value', value: 's' }],
    })
    applyPlan(catalog, result.plan)
    expect(toProducts(catalog)[1]?.variants[0]?.optionValues).toEqual(['S'])
  })

  test('does so for each option of a new variant too, but not if two spellings are stored', async () => {
    const catalog = emptyCatalog()
    const rows = [
      { ...capOfTwoOptions, option1_value: 'S', option2_value: 'Red' },
      { ...capOfTwoOptions, option1_value: 'M', option2_value: 'red' },
    ]
    applyPlan(catalog, (await previewOf(rows, catalog)).plan)
    const result = await previewOf(
      [{ ...capOfTwoOptions, option1_value: 's', option2_value: 'RED' }],
      catalog,
    )
    expect(result.plan.variants.adds).toMatchObject([{ option1Value: 'S', option2Value: 'RED' }])
    expect(result.rows[0]?.warnings).toMatchObject([
      { code: 'option_value_spelling', column: 'option1_value' },
    ])
  })

  test('does so for a variant that is identified by its SKU, which otherwise may get any value', async () => {
    const row = { handle: 'shirt', variant_sku: '001', option1_value: 's' }
    const same = await previewOf([row], await shop())
    expect(same.rows[0]).toMatchObject({ kind: 'unchanged', warnings: [{ code: 'option_value_spelling' }] })
    expect(kindsOf(await previewOf([{ ...row, option1_value: 'Small' }], await shop()))).toBe('update')
  })

  test('refuses two rows for one stored variant', async () => {
    const result = await previewOf(
      [
        { handle: 'shirt', variant_sku: '001', option1_value: 'XL' },
        { handle: 'shirt', variant_sku: 'NEW', option1_value: 'S' },
      ],
      await shop(),
    )
    expect(codesOf(result)).toEqual(['same_variant_twice', 'same_variant_twice'])
  })

  test('recognises an image by its URL in any spelling, and keeps the stored one', async () => {
    const result = await previewOf(
      [{ handle: 'shirt', image_url: 'HTTPS://A.example:443/1#top', image_alt: 'Back' }],
      await shop(),
    )
    expect(result.rows[0]?.changes).toEqual([
      { entity: 'image', field: 'image_alt', before: 'Front', after: 'Back' },
    ])
    expect(result.plan.images.updates).toMatchObject([{ url: 'https://a.example/1', alt: 'Back' }])
  })

  test('lets a variant have only an image of its product, stored or in the file', async () => {
    const result = await previewOf(
      [
        { handle: 'shirt', variant_sku: '001', variant_image_url: 'https://a.example/2' },
        { handle: 'shirt', variant_sku: '002', variant_image_url: 'https://a.example/3' },
        { handle: 'shirt', option1_value: 'L', variant_price: '-1', image_url: 'https://a.example/3' },
        { handle: 'mug', variant_sku: 'MUG', variant_image_url: 'https://a.example/1' },
      ],
      await shop(),
    )
    expect(codesOf(result)).toEqual(['', '', 'negative_number', 'variant_image_unknown'])
    expect(result.rows[0]?.changes).toMatchObject([
      { field: 'variant_image_url', after: 'https://a.example/2' },
    ])
  })
})

describe('options', () => {
  test('may be renamed, whatever variants are in the file', async () => {
    const result = await previewOf([{ handle: 'shirt', option1_name: 'Größe' }], await shop())
    expect(result.rows[0]?.changes).toMatchObject([{ field: 'option1_name', before: 'Size', after: 'Größe' }])
  })

  test('may be added if every variant gets a value', async () => {
    const both = [
      {
        handle: 'shirt',
        option1_name: 'Size',
        option2_name: 'Color',
        variant_sku: '001',
        option2_value: 'Red',
      },
      { handle: 'shirt', variant_sku: '002', option2_value: 'Blue' },
    ]
    const catalog = await shop()
    expect(codesOf(await previewOf(both.slice(0, 1), catalog))).toEqual(['uncovered_variants'])
    const result = await previewOf(both, catalog)
    expect(kindsOf(result)).toBe('update update')
    applyPlan(catalog, result.plan)
    expect(toProducts(catalog)[1]).toMatchObject({
      optionNames: ['Size', 'Color'],
      variants: [{ optionValues: ['S', 'Red'] }, { optionValues: ['M', 'Blue'] }],
    })
  })

  test('are cleared only if every variant is in the file and stays distinct without them', async () => {
    const catalog = await shop()
    const columns = ['handle', 'option1_name', 'option1_value', 'variant_sku']
    expect(kindsOf(await previewOf([{ handle: 'shirt', variant_sku: '001' }], catalog, columns))).toBe(
      'unchanged',
    )

    const cap = {
      handle: 'cap',
      title: 'Cap',
      option1_name: 'Size',
      option1_value: 'S',
      variant_sku: 'CAP',
      variant_price: '1',
    }
    applyPlan(catalog, (await previewOf([cap], catalog)).plan)
    const result = await previewOf([{ handle: 'cap', variant_sku: 'CAP' }], catalog, columns)
    expect(result.rows[0]?.changes).toEqual([
      { entity: 'product', field: 'option1_name', before: 'Size', after: '' },
      { entity: 'variant', field: 'option1_value', before: 'S', after: '' },
    ])
  })

  test('have values for their names and names for their values, without gaps', async () => {
    const result = await previewOf(
      [
        { handle: 'cap', title: 'Cap', option1_name: 'Size', variant_price: '1' },
        { handle: 'hat', title: 'Hat', option1_value: 'S', variant_price: '1' },
        { handle: 'bag', title: 'Bag', option2_name: 'Color', option2_value: 'Red', variant_price: '1' },
      ],
      emptyCatalog(),
    )
    expect(codesOf(result)).toEqual(['missing_option_value', 'option_value_without_name', 'option_gap'])
  })
})
