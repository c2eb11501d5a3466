import { describe, expect, test } from '@jest/globals'
import { exportOf, importFixture } from '../../../../test/support/preview/import-fixture.ts'

const uploads = 'https://shop.example/wp-content/uploads/2024/05'

describe('variations', () => {
  test('name their parent by ID too, and may come before it and apart from each other', async () => {
    const { products } = await imported('parent-by-id.csv')
    expect(products.map(({ handle, variants }) => [handle, variants.map(({ sku }) => sku)])).toEqual([
      ['mug', ['M']],
      ['shirt', ['A-1', 'A-2']],
    ])
  })

  test('fail if their parent is absent, ambiguous, or has no variations', async () => {
    const { preview } = await imported('parent-not-found.csv')
    expect(errorsOf(preview).filter((error) => !error.includes('no_variant'))).toEqual([
      '4 parent_not_found: No row of the file is the product that this row names. Export the product together with its variants, or correct the name.',
      '5 parent_not_found: No row of the file is the product that this row names. Export the product together with its variants, or correct the name.',
      '6 parent_not_found: The row does not say which product it belongs to. Name the product by its SKU or its ID.',
      '7 parent_not_found: The product that the row names is in row 3, and is not one with variations. Correct its type there, or name another product here.',
      '8 parent_not_found: The row names a variation and not a product. Write the SKU of the product that has the variations.',
      '11 parent_not_found: Several products fit: rows 9 and 10. Give each product a SKU of its own.',
    ])
  })

  test('for any value of an attribute become a variant for each value that the product lists and no other variation names', async () => {
    const { preview, products } = await imported('any-size.csv')
    expect(
      products.map(({ variants }) =>
        variants.map(({ sku, optionValues, price, inventoryQuantity }) =>
          [sku, ...optionValues, price, inventoryQuantity].join(' '),
        ),
      ),
    ).toEqual([
      ['M-S Matt S 9.00 3', 'M-L Matt L 9.00 '],
      ['T-R S Red 20.00 ', ' M Red 20.00 ', 'T-RL L Red 25.00 ', 'T-B M Blue 20.00 '],
    ])
    expect(products[1]?.variants.slice(0, 2).map(({ imageUrl }) => imageUrl)).toEqual([
      `${uploads}/red.jpg`,
      `${uploads}/red.jpg`,
    ])
    expect(
      preview.rows.flatMap(({ row, warnings }) => warnings.map(({ code, value }) => [row, code, value])),
    ).toEqual([[3, 'variants_from_options', '7']])
    expect(errorsOf(preview).map((error) => error.replace(/:.*/, ''))).toEqual([
      '9 product_invalid',
      '10 missing_option_value',
      '11 missing_option_value',
      '12 product_invalid',
      '13 too_many_variants',
      '13 missing_option_value',
      '13 missing_option_value',
    ])
  })

  test('for any value that two of them claim, or for several, fail with a message that says what to write', async () => {
    const { preview, products } = await imported('any-value.csv')
    expect(errorsOf(preview)).toEqual([
      expect.stringMatching(/^4 missing_option_value: .*for any “Size”.* “Attribute 1 value\(s\)”/),
      expect.stringMatching(/^5 missing_option_value: .*for any “Color”.* “Attribute 2 value\(s\)”/),
      expect.stringMatching(/^6 several_option_values: .*“Size” has several/),
      expect.stringMatching(/^7 option_value_without_name: .*without a name/),
    ])
    expect(products[0]?.variants).toMatchObject([{ optionValues: ['38', 'Grey'] }])
  })
})

describe('attributes', () => {
  test('are options only if variations name them, at most three, in the product’s order', async () => {
    const { preview, products } = await imported('four-attributes.csv')
    expect(errorsOf(preview)).toEqual([
      expect.stringMatching(/^2 too_many_options: .* 4 options/),
      expect.stringMatching(/^3 too_many_options: .* 4 options/),
    ])
    expect(
      products.map(({ handle, optionNames, variants }) => [handle, optionNames, variants[0]?.optionValues]),
    ).toEqual([
      ['mug', [], []],
      ['sofa', ['Width', 'Colour'], ['90', 'Red']],
    ])
  })
})

describe('an attribute', () => {
  test('that no variation of the product fills in is not an option, with a warning on the product', async () => {
    const { preview, products } = await imported('unfilled-attribute.csv')
    expect(
      products.map(({ handle, optionNames, variants }) => [
        handle,
        optionNames,
        variants.map(({ sku, optionValues }) => [sku, ...optionValues]),
      ]),
    ).toEqual([
      [
        'post',
        ['Height'],
        [
          ['P-1', '1 m'],
          ['P-2', '2 m'],
        ],
      ],
    ])
    expect(preview.rows[0]?.warnings).toMatchObject([{ code: 'ignored_value', value: 'Width' }])
    expect(errorsOf(preview)).toEqual([
      expect.stringMatching(/^5 product_invalid/),
      expect.stringMatching(/^6 missing_option_value: .*“Size”/),
    ])
  })

  test('that has a value and no name is the product’s of that number, if it has one', async () => {
    const { preview, products } = await imported('nameless-attribute.csv')
    expect(products).toMatchObject([
      {
        optionNames: ['Strength'],
        variants: [
          { sku: 'V-5', optionValues: ['5 mg'] },
          { sku: 'V-10', optionValues: ['10 mg'] },
        ],
      },
    ])
    expect(errorsOf(preview)).toEqual([expect.stringMatching(/^5 option_value_without_name/)])
  })
})

describe('products', () => {
  test('of the same name get their SKU or ID in the handle, except the oldest', async () => {
    const { preview } = await imported('same-name.csv')
    expect(preview.rows.map(({ row, handle }) => [row, handle])).toEqual([
      [2, 'mug-b-2'],
      [3, 'mug'],
      [4, 'mug-40'],
      [5, null],
      [6, 'mug-g'],
      [7, '50'],
      [8, 'x-60'],
      [9, null],
      [10, '80'],
      [11, '80'],
    ])
    expect(errorsOf(preview)).toEqual([
      expect.stringMatching(/^5 missing_value: Another product of the file has the same name/),
      expect.stringMatching(/^6 unsupported_product_type/),
      expect.stringMatching(/^9 missing_value: The product has no name/),
    ])
  })

  test('are of several types at once; those that the catalog does not have fail', async () => {
    const { preview, products } = await imported('types.csv')
    const unsupported = expect.stringMatching(
      /unsupported_product_type: .* only these: simple, variable, variation/,
    )
    expect(errorsOf(preview)).toEqual([
      ...[6, 7, 8, 9, 10].map(() => unsupported),
      expect.stringMatching(/^11 parent_not_found: .* in row 6/),
    ])
    expect(products.map(({ handle, variants }) => [handle, variants[0]?.requiresShipping])).toEqual([
      ['book', true],
      ['no-type', true],
      ['plain', true],
      ['words', false],
    ])
  })

  test('are active if they are published, and drafts if they are private, pending or drafts', async () => {
    const { products } = await imported('published.csv')
    expect(products.map(({ status }) => status)).toEqual([
      'active',
      'draft',
      'draft',
      'draft',
      'draft',
      'active',
      'draft',
      'active',
      // Blank: the default of a new product.
      'draft',
    ])
  })
})

describe('cells', () => {
  test('of lists are split at commas, but not at escaped ones', async () => {
    const { preview, products } = await imported('lists.csv')
    expect(products[0]?.tags).toEqual(['green', 'red'])
    expect(products[0]?.images.map(({ url }) => url)).toEqual([`${uploads}/a,1.jpg`, `${uploads}/b.jpg`])
    expect(preview.rows[0]?.warnings.map(({ code, value }) => [code, value])).toEqual([
      ['image_not_fetchable', 'c.jpg'],
      ['ignored_value', 'Salt, Pepper'],
    ])
  })

  test('of images have the main one first, and a variation’s among its product’s', async () => {
    const { products } = await imported('images.csv')
    expect(products[0]?.images.map(({ url }) => url)).toEqual(
      ['main.jpg', 'side.jpg', 'green.jpg', 'green-back.jpg'].map((file) => `${uploads}/${file}`),
    )
    expect(products[0]?.variants.map(({ imageUrl }) => imageUrl)).toEqual([
      `${uploads}/green.jpg`,
      `${uploads}/main.jpg`,
      null,
    ])
  })

  test('of descriptions have \\n for a line break', async () => {
    const { products } = await imported('descriptions.csv')
    expect(products.map(({ descriptionHtml }) => descriptionHtml)).toEqual([
      'one\ntwo\n\nthree',
      'C:\\new and\nreal',
      '- first\n- second',
    ])
  })

  test('lose the apostrophe that guards them from spreadsheets, and no other', async () => {
    const { products } = await imported('guards.csv')
    expect(products).toMatchObject([
      {
        handle: 'home',
        title: '@home',
        optionNames: ['-Size'],
        variants: [{ sku: '-V', optionValues: ['+S'], inventoryQuantity: -4 }],
      },
      { handle: 'tis-the-season', title: "'Tis the season", status: 'draft', variants: [{ sku: "'tis" }] },
    ])
  })

  test('of a sale price make the regular one the compare-at price', async () => {
    const { preview, products } = await imported('prices.csv')
    expect(products.map(({ variants: [first] }) => [first?.price, first?.compareAtPrice])).toEqual([
      ['8.00', '10.00'],
      ['10.00', null],
      ['0.50', null],
      ['9.00', null],
    ])
    expect(errorsOf(preview)).toEqual([
      '5 missing_value: The variant is new and has no price. Write one, as in 25.00.',
    ])
    expect(preview.rows[4]?.warnings.map(({ column, code }) => [column, code])).toEqual([
      ['variant_inventory_quantity', 'ignored_value'],
      ['variant_price', 'ignored_value'],
    ])
  })

  test('of a sale price count only while the sale is on', async () => {
    const { preview, products } = await imported('sale-dates.csv')
    expect(products.map(({ variants: [first] }) => [first?.price, first?.compareAtPrice])).toEqual([
      ['10.00', null],
      ['10.00', null],
      ['8.00', '10.00'],
    ])
    expect(preview.rows.map(({ warnings }) => warnings.map(({ code }) => code).join())).toEqual([
      'scheduled_sale',
      'scheduled_sale',
      'temporary_price',
    ])
  })

  test('of custom fields are metadata of products; those of variations are left out with a warning', async () => {
    const { file, preview, products } = await imported('custom-fields.csv')
    expect(products.map(({ metadata }) => metadata)).toEqual([{}, { care: '30 °C', origin_country: 'PT' }])
    expect(preview.rows.map(({ warnings }) => warnings.map(({ code, column }) => [code, column]))).toEqual([
      [],
      [['ignored_value', 'metadata.care']],
      [['ignored_value', 'metadata.care']],
    ])
    expect(file.unknownColumns.map(({ name }) => name)).toEqual(['Meta: _internal', 'Meta: two words'])
  })

  test('of the tax status say whether a variant is taxed; a variation without one has its product’s', async () => {
    const { preview, products } = await imported('tax.csv')
    expect(products.map(({ variants }) => variants.map(({ taxable }) => taxable))).toEqual([
      [true],
      [false],
      [false],
      [true],
      [false],
      [true],
      [false, true],
    ])
    expect(errorsOf(preview)).toEqual([expect.stringMatching(/^8 invalid_boolean/)])
  })

  test('of stock are whole numbers; blank, or shared by the variations, is not tracked', async () => {
    const { preview, products } = await imported('stock.csv')
    expect(products.map(({ variants: [first] }) => first?.inventoryQuantity)).toEqual([5, null, null])
    expect(errorsOf(preview)).toEqual([expect.stringMatching(/^4 invalid_integer/)])
    expect(preview.rows.map(({ row, warnings }) => [row, warnings.length])).toEqual([
      [2, 0],
      [3, 0],
      [4, 0],
      [5, 1],
      [6, 1],
    ])
  })
})

describe('a shop with a decimal comma', () => {
  test('has it in its prices, while weights have a dot', async () => {
    const { preview, products } = await imported('decimal-comma.csv')
    expect(
      products.map(({ variants: [first] }) => [first?.price, first?.compareAtPrice, first?.weightGrams]),
    ).toEqual([
      ['9.90', '19.99', '500'],
      ['20.00', null, '1234.5'],
      ['0.99', null, '2000'],
    ])
    expect(preview.warnings.map(({ code }) => code)).toEqual(['decimal_comma'])
  })

  test('has it in its weights as well after a spreadsheet', async () => {
    const { products } = await imported('decimal-comma-everywhere.csv')
    expect(products.map(({ variants: [first] }) => [first?.price, first?.weightGrams])).toEqual([
      ['19.99', '500'],
      ['20.00', '1250'],
    ])
  })
})

/** Imports a file; importing it or the export again must change nothing. */
async function imported(name: string) {
  const first = await importFixture(`woocommerce/${name}`)
  const { adds, updates, unchanged, errors } = first.preview.counts
  expect(adds + updates + unchanged + errors).toBe(first.file.records.length)
  for (const again of [`woocommerce/${name}`, exportOf(first.catalog)]) {
    const { preview } = await importFixture(again, first.catalog)
    expect(preview.rows.filter(({ kind }) => kind === 'add' || kind === 'update')).toEqual([])
  }
  return first
}

function errorsOf({ rows }: Awaited<ReturnType<typeof importFixture>>['preview']): string[] {
  return rows.flatMap(({ row, errors }) => errors.map(({ code, message }) => `${row} ${code}: ${message}`))
}
