import { describe, expect, test } from '@jest/globals'
import { previewTable } from './preview-table.ts'
import { applyPlan, emptyCatalog, toSlice } from '../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'
import { codesOf, previewOf, shop } from '../../../test/support/preview/shop.ts'

describe('a row with data beyond the header (§1)', () => {
  const shifted = [
    'handle,title,vendor,product_type,option1_name,option1_value,variant_sku,variant_price',
    'shirt,Shirt, blue,Acme,Tops,Size,S,A1,5',
    'shirt,,,,,M,A2,6',
    'cap,Cap,,,,,CAP,7',
  ].join('\n')

  test('fails every row of its product, and none of its cells is used', async () => {
    const preview = previewTable((await fileOf(shifted)).table, toSlice(await shop()))
    expect(codesOf(preview)).toEqual(['data_beyond_header', 'product_invalid', ''])
    expect(preview.rows[0]).toMatchObject({ changes: [], sku: null, title: 'Shirt' })
    expect(preview.plan.products.updates).toEqual([])
    expect(preview.plan.variants.adds).toMatchObject([{ sku: 'CAP' }])
  })

  test('is the only one reported for it', async () => {
    const preview = previewTable((await fileOf(shifted)).table, toSlice(emptyCatalog()))
    expect(codesOf(preview)).toEqual(['data_beyond_header', 'product_invalid', ''])
    expect(preview.rows[1]?.errors[0]?.message).toContain('row 2')
  })
})

describe('a row whose cells may be those of other columns has no other error and no warning', () => {
  test.each([
    [
      'in our own format',
      [
        'handle,title,vendor,variant_price,image_url,variant_image_url',
        'shirt,Shirt, blue,Acme,x,\uFFFD,https://a.example/7,y',
        'shirt,,Acme,5,,https://a.example/7',
      ],
      'data_beyond_header',
    ],
    [
      'also without a handle',
      ['handle,title,vendor,variant_price', ',Shirt, blue,Acme,5', 'cap,Cap,,5'],
      'data_beyond_header',
    ],
    [
      'nor with something else where the handle is',
      ['handle,title,vendor,variant_price', '-x y-,Shirt, blue,Acme,5', 'cap,Cap,,5'],
      'data_beyond_header',
    ],
    [
      'in another',
      [
        'Type,SKU,Name,Published,Sale price,Date sale price starts,Date sale price ends,Regular price,Weight (kg),Images',
        'simple,A,Cap, blue,1,1,tomorrow,never,x,y,cup.png',
        'simple,B,Mug,1,,,,5,,',
      ],
      'data_beyond_header',
    ],
    [
      'with quotation marks',
      [
        'sku,product_type,attribute_set_code,name,url_key,price,special_price,special_price_to_date,weight,base_image',
        'A,simple,Default,"Cap" "blue" x,cap,x,y,tomorrow,z,cup.png',
        'B,simple,Default,Mug,mug,5,,,,',
      ],
      'unclear_quotes',
    ],
  ])('%s', async (_name, lines, code) => {
    const preview = previewTable((await fileOf(lines.join('\n'))).table, toSlice(emptyCatalog()))
    expect(preview.rows[0]?.errors.map((error) => error.code)).toEqual([code])
    expect(preview.rows[0]?.warnings).toEqual([])
    expect(preview.rows[1]?.errors.filter((error) => error.code !== 'product_invalid')).toEqual([])
  })

  test('and its product has no error for the title that the row may have', async () => {
    const lines = ['handle,title,vendor,variant_price', 'cap,Cap,"A" "B",5', 'cap,,,6']
    const preview = previewTable((await fileOf(lines.join('\n'))).table, toSlice(emptyCatalog()))
    expect(codesOf(preview)).toEqual(['unclear_quotes', 'product_invalid'])
  })
})

describe('a new product of which variants fail (§3)', () => {
  const cap = { handle: 'cap', title: 'Cap', option1_name: 'Size' }

  test('is created without them and says so on its first row', async () => {
    const preview = await previewOf(
      [
        { ...cap, option1_value: 'S', variant_price: '1' },
        { handle: 'cap', option1_value: 'M', variant_price: '-1' },
        { handle: 'cap', option1_value: 'L', variant_price: '' },
      ],
      emptyCatalog(),
    )
    expect(codesOf(preview)).toEqual(['', 'negative_number', 'missing_value'])
    expect(preview.rows[0]?.warnings).toMatchObject([
      { code: 'incomplete_product', message: expect.stringContaining('rows 3 and 4') },
    ])
    expect(preview.plan.variants.adds).toMatchObject([{ option1Value: 'S' }])
  })

  test('is not created if none is left, and all its rows fail', async () => {
    const preview = await previewOf(
      [
        cap,
        { handle: 'cap', option1_value: 'M', variant_price: '-1' },
        { handle: 'cap', option1_value: 'L', variant_price: '1,x' },
        { handle: 'cap', image_url: 'http://a.example/1' },
      ],
      emptyCatalog(),
    )
    expect(codesOf(preview)).toEqual([
      'product_invalid',
      'negative_number',
      'invalid_number',
      'product_invalid',
    ])
    expect(preview.rows[3]?.errors[0]?.message).toContain('rows 3 and 4')
    expect(preview.plan.products.adds).toEqual([])
    expect(preview.plan.images.adds).toEqual([])
  })

  test('is not created either if the file has none, whatever its status', async () => {
    for (const status of ['', 'active', 'draft']) {
      const rows = [
        { handle: 'cap', title: 'Cap', status, variant_price: '', image_url: 'https://a.example/1.jpg' },
        { handle: 'cap', title: '', status: '', variant_price: '', image_url: 'https://a.example/2.jpg' },
      ]
      const preview = await previewOf(rows, emptyCatalog())
      expect(codesOf(preview)).toEqual(['no_variant', 'product_invalid'])
      expect(preview.plan.products.adds).toEqual([])
    }
  })

  test('has no such error if the product is stored', async () => {
    const preview = await previewOf(
      [
        { handle: 'shirt', option1_value: 'S', variant_price: '11' },
        { handle: 'shirt', option1_value: 'M', variant_price: '-1' },
      ],
      await shop(),
    )
    expect(codesOf(preview)).toEqual(['', 'negative_number'])
    expect(preview.rows[0]?.warnings).toEqual([])
  })
})

describe('a variant whose image is on a row that fails (§3)', () => {
  test('is imported without it, with a warning', async () => {
    const preview = await previewOf(
      [
        { handle: 'cap', title: 'Cap', option1_name: 'Size' },
        {
          handle: 'cap',
          option1_value: 'S',
          variant_price: '1',
          variant_image_url: 'http://a.example/none',
          image_url: 'http://a.example/1',
        },
        { handle: 'cap', option1_value: 'M', variant_price: '1', variant_image_url: 'http://a.example/1' },
      ],
      emptyCatalog(),
    )
    expect(codesOf(preview)).toEqual(['', 'variant_image_unknown', ''])
    expect(preview.rows[2]?.warnings).toMatchObject([
      { code: 'ignored_value', column: 'variant_image_url', value: 'http://a.example/1' },
    ])
    expect(preview.plan.variants.adds).toMatchObject([{ option1Value: 'M', imageId: null }])
  })

  test('keeps the one that it has', async () => {
    const catalog = await shop()
    const preview = await previewOf(
      [
        {
          handle: 'shirt',
          variant_sku: '001',
          variant_price: '11',
          variant_image_url: 'https://a.example/2',
        },
        { handle: 'shirt', option1_value: 'M', variant_sku: '002', variant_price: '12' },
      ],
      catalog,
    )
    applyPlan(catalog, preview.plan)
    const again = await previewOf(
      [
        {
          handle: 'shirt',
          variant_sku: '001',
          variant_price: '9.5',
          variant_image_url: 'https://a.example/3',
        },
        { handle: 'shirt', option1_value: 'L', variant_price: '-1', image_url: 'https://a.example/3' },
      ],
      catalog,
    )
    expect(again.rows[0]).toMatchObject({
      kind: 'update',
      changes: [{ field: 'variant_price' }],
      warnings: [{ code: 'ignored_value' }],
    })
    const stored = preview.plan.variants.updates[0]?.imageId
    expect(stored).toBeTruthy()
    expect(again.plan.variants.updates).toMatchObject([{ imageId: stored }])
  })
})
