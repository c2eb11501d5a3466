import { describe, expect, test } from '@jest/globals'
import { recognize } from '../recognize.ts'
import { importFixture } from '../../../../test/support/preview/import-fixture.ts'

describe('a realistic export with the old names', () => {
  test('is previewed row by row', async () => {
    const { file, preview } = await importFixture('shopify_legacy/realistic.csv')
    expect(file.dialect).toBe('shopify_legacy')
    expect(file.records).toHaveLength(24)
    expect(preview.counts).toEqual({ adds: 24, updates: 0, unchanged: 0, errors: 0, clears: 0 })
    expect(preview.productCount).toBe(7)
    expect(preview.rows.filter(({ warnings }) => warnings.length > 0)).toMatchObject([
      {
        row: 8,
        handle: 'enamel-mug',
        warnings: [{ column: 'variant_inventory_quantity', code: 'inventory_not_tracked', value: '12' }],
      },
    ])
    expect(preview.rows[0]).toMatchObject({
      row: 2,
      kind: 'add',
      handle: 'linen-shirt',
      sku: 'LS-S-WHT',
      title: 'Linen Shirt',
      entities: ['product', 'image', 'variant'],
    })
    expect(preview.rows[4]).toMatchObject({
      row: 6,
      kind: 'add',
      handle: 'linen-shirt',
      sku: null,
      entities: ['image'],
      changes: [
        { field: 'image_url', before: null, after: 'https://cdn.shop.example/files/shirt-detail.jpg?v=17' },
        { field: 'image_position', before: null, after: '4' },
        { field: 'image_alt', before: null, after: 'Collar' },
      ],
    })
  })

  test('lists what the catalog has nothing for, and suggests nothing for it', async () => {
    const { file } = await importFixture('shopify_legacy/realistic.csv')
    expect(file.unknownColumns.map(({ name }) => name)).toEqual([
      'Product Category',
      'Option1 Linked To',
      'Option2 Linked To',
      'Option3 Linked To',
      'Variant Inventory Policy',
      'Variant Fulfillment Service',
      'Gift Card',
      'Google Shopping / Google Product Category',
      'Google Shopping / Gender',
      'Google Shopping / Custom Label 0',
      'Variant Weight Unit',
      'Variant Tax Code',
      'Cost per item',
      'Included / Switzerland',
      'Price / Switzerland',
      'Compare At Price / Switzerland',
    ])
    expect(file.unknownColumns.filter(({ nearest }) => nearest !== null)).toEqual([])
    expect(file.unknownColumnsCount).toBe(16)
  })
})

describe('the old names', () => {
  test.each([
    ['with a body', ['Handle', 'Body (HTML)'], 'shopify_legacy'],
    ['with prices only', ['Handle', 'Variant Price', 'Variant Grams'], 'shopify_legacy'],
    ['with images only', ['Handle', 'Image Src'], 'shopify_legacy'],
    ['all of which are ours as well', ['Handle', 'Title', 'Variant SKU'], 'shopify_legacy'],
    ['spelt as ours', ['handle', 'title', 'description_html', 'variant_price'], 'canonical'],
  ])('%s', (_, header, dialect) => {
    expect(recognize(header).dialect.name).toBe(dialect)
  })

  test('are recognised in any case and with any white space', async () => {
    const { file, products } = await importFixture('shopify_legacy/header-case.csv')
    expect(file.dialect).toBe('shopify_legacy')
    expect(file.unknownColumns).toEqual([])
    expect(products).toMatchObject([
      {
        title: 'Cap',
        descriptionHtml: '<p>Warm</p>',
        optionNames: ['Size'],
        variants: [{ optionValues: ['S'], sku: 'C', price: '20.00' }],
        images: [{ url: 'https://cdn.shop.example/files/a.jpg?v=17' }],
      },
    ])
  })

  test('are kept beside those of rejected rows when these are uploaded again', () => {
    const header = ['Handle', 'Image Src', 'error_column', 'error_code', 'error_message']
    expect(recognize(header)).toMatchObject({ unknownColumns: [], dialect: { name: 'shopify_legacy' } })
  })

  test('are suggested for misspelt ones', async () => {
    const { file, products } = await importFixture('shopify_legacy/columns-of-other-kinds.csv')
    expect(file.unknownColumnsCount).toBe(11)
    expect(file.unknownColumns.filter(({ nearest }) => nearest !== null)).toEqual([
      { name: 'Varient SKU', nearest: 'Variant SKU' },
    ])
    expect(products).toMatchObject([{ variants: [{ price: '20.00', compareAtPrice: null, sku: '' }] }])
  })
})

describe('rows', () => {
  test('with an image only add it to the product', async () => {
    const { preview, products } = await importFixture('shopify_legacy/image-only-rows.csv')
    expect(preview.rows.map(({ entities }) => entities.join())).toEqual([
      'product,image,variant',
      'variant',
      'image',
      'image',
    ])
    expect(products).toMatchObject([
      {
        variants: [{ optionValues: ['S'] }, { optionValues: ['M'] }],
        images: [{ alt: '' }, { alt: 'Back' }, { alt: '' }],
      },
    ])
  })

  test('without SKUs are distinguished by their options', async () => {
    const { catalog, products } = await importFixture('shopify_legacy/blank-skus.csv')
    expect(products[0]?.variants).toMatchObject([
      { optionValues: ['S'], sku: '' },
      { optionValues: ['M'], sku: '' },
      { optionValues: ['L'], sku: '' },
    ])
    const again = await importFixture('shopify_legacy/blank-skus.csv', catalog)
    expect(again.preview.counts).toMatchObject({ unchanged: 3, errors: 0 })
  })

  test('that share a SKU are taken, the later one without it, as Shopify lets them', async () => {
    const { preview } = await importFixture('shopify_legacy/same-sku-twice.csv')
    expect(preview.counts.errors).toBe(0)
    expect(preview.rows.map(({ warnings }) => warnings.map(({ code }) => code).join())).toEqual([
      '',
      'sku_left_out',
      '',
    ])
  })

  test('without a handle fail: it is never guessed', async () => {
    const { preview } = await importFixture('shopify_legacy/no-handle.csv')
    expect(preview.counts).toMatchObject({ adds: 1, errors: 1 })
    expect(preview.rows[1]?.errors).toMatchObject([{ column: 'handle', code: 'missing_value' }])
  })

  test('are padded if they are short, and fail if there is data beyond the header', async () => {
    const { file, preview } = await importFixture(
      Buffer.from('Handle,Title,Variant Price,Image Src\ncap,Cap,20\nhat,Hat,30,,x\n'),
    )
    expect(file.dialect).toBe('shopify_legacy')
    expect(preview.rows[0]?.warnings).toMatchObject([{ code: 'row_padded' }])
    expect(preview.rows[1]?.errors).toMatchObject([{ code: 'data_beyond_header', value: 'x' }])
  })

  test('with data beyond the header have no handle from there', async () => {
    const { preview } = await importFixture(
      Buffer.from('Title,URL handle,Price,SKU\nCap,,20,,https://a.example/1\n'),
    )
    expect(preview.rows).toMatchObject([{ handle: 'cap', kind: 'error' }])
  })
})

describe('cells', () => {
  test('of whole files padded with spaces are read without them', async () => {
    const { file, products } = await importFixture('shopify_legacy/padded.csv')
    expect(file.unknownColumns).toEqual([])
    expect(products).toMatchObject([
      {
        handle: 'cap',
        title: 'Cap',
        descriptionHtml: '<p>Warm.</p>',
        status: 'active',
        optionNames: ['Size'],
        variants: [
          { optionValues: ['S'], sku: 'C-S', price: '20.00' },
          { optionValues: ['M'], sku: 'C-M', price: '21.00' },
        ],
        images: [{ url: 'https://cdn.shop.example/files/a.jpg?v=17' }],
      },
    ])
  })

  test('Title and Default Title are no option', async () => {
    const { products } = await importFixture('shopify_legacy/default-title.csv')
    expect(products).toMatchObject([{ optionNames: [], variants: [{ optionValues: [], sku: 'C' }] }])
  })

  test('lose the apostrophe that exports put before formulas and long numbers, and no other', async () => {
    const { products } = await importFixture('shopify_legacy/guarded-text.csv')
    expect(products).toMatchObject([
      {
        title: '@home Cap',
        descriptionHtml: '-Warm',
        variants: [
          { optionValues: ['+1'], sku: '0042', barcode: '4006381333931', inventoryQuantity: -4 },
          { optionValues: ["'90s"], sku: 'B-7', barcode: "'AB", inventoryQuantity: 1 },
        ],
      },
    ])
  })

  test('of grams keep six decimals, whatever the unit that Shopify shows', async () => {
    const { products } = await importFixture('shopify_legacy/fractional-grams.csv')
    expect(products.map(({ handle, variants }) => [handle, variants[0]?.weightGrams])).toEqual([
      ['bag', '1'],
      ['cap', '226.796185'],
      ['hat', '283.495231'],
      ['tie', '0'],
    ])
  })

  test('that are blank keep the stored value', async () => {
    const { catalog, products } = await importFixture('shopify_legacy/realistic.csv')
    const { preview, products: after } = await importFixture(
      Buffer.from(
        'Handle,Title,Body (HTML),Vendor,Tags,Variant SKU,Variant Price,Variant Compare At Price,Status\n' +
          'linen-shirt,,,,,LS-S-WHT,,,\n',
      ),
      catalog,
    )
    expect(preview.counts).toEqual({ adds: 0, updates: 0, unchanged: 1, errors: 0, clears: 0 })
    expect(after).toEqual(products)
  })
})

describe('a quantity', () => {
  test('counts only if it is tracked, and zero is no loss', async () => {
    const { preview, products } = await importFixture('shopify_legacy/untracked-quantity.csv')
    expect(products[0]?.variants.map(({ inventoryQuantity }) => inventoryQuantity)).toEqual([
      4,
      null,
      null,
      null,
    ])
    expect(preview.rows.map(({ warnings }) => warnings.map(({ code }) => code).join())).toEqual([
      '',
      'inventory_not_tracked',
      '',
      '',
    ])
    expect(preview.rows[1]?.warnings[0]?.message).toContain('“Variant Inventory Tracker” says')
  })

  test('is used as it is if the file has no tracking', async () => {
    const { products } = await importFixture('shopify_legacy/quantity-without-tracker-column.csv')
    expect(products.map(({ variants }) => variants[0]?.inventoryQuantity)).toEqual([6, null])
  })
})

describe('the status', () => {
  test('is that of Published if the file has no other', async () => {
    const { preview, products } = await importFixture('shopify_legacy/published-without-status.csv')
    expect(products.map(({ handle, status }) => [handle, status])).toEqual([
      ['bag', 'draft'],
      ['cap', 'active'],
      ['hat', 'draft'],
    ])
    expect(preview.rows[3]?.errors).toMatchObject([{ code: 'invalid_status', value: 'N/A' }])
  })

  test('wins over Published, product by product', async () => {
    const { products, preview } = await importFixture('shopify_legacy/status-and-published.csv')
    expect(preview.counts.errors).toBe(0)
    expect(products.map(({ handle, status }) => [handle, status])).toEqual([
      ['bag', 'draft'],
      ['cap', 'draft'],
      ['hat', 'archived'],
      ['tie', 'active'],
    ])
  })
})

describe('the image of a variant', () => {
  test('becomes one of the product’s if the file lists it nowhere else', async () => {
    const { preview, products } = await importFixture('shopify_legacy/variant-image-not-listed.csv')
    expect(preview.counts).toMatchObject({ adds: 4, errors: 0 })
    expect(products).toMatchObject([
      {
        images: [{ url: url('front') }, { url: url('small') }],
        variants: [{ imageUrl: url('small') }, { imageUrl: url('front') }, { imageUrl: url('small') }],
      },
      { images: [{ url: url('hat') }], variants: [{ imageUrl: url('hat') }] },
    ])
  })

  test('is left out with a warning if it is not a URL', async () => {
    const { preview } = await importFixture(
      Buffer.from('Handle,Title,Variant Price,Variant Image,Image Src\ncap,Cap,20,N/A,\n'),
    )
    expect(preview.rows[0]).toMatchObject({
      kind: 'add',
      warnings: [{ column: 'variant_image_url', code: 'image_not_fetchable' }],
    })
  })
})

function url(name: string): string {
  return `https://cdn.shop.example/files/${name}.jpg?v=17`
}
