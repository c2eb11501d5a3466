import * as fc from 'fast-check'
import { productStatuses } from '@catalog/catalog'
import type { Image, Product, Variant } from '@catalog/catalog'

/** Any catalog that the model allows, with texts that CSV and spreadsheets like least. No handle twice. */
export function arbitraryCatalog(): fc.Arbitrary<Product[]> {
  return fc.uniqueArray(product(), { selector: ({ handle }) => handle, minLength: 1, maxLength: 12 })
}

const pieces = [
  '',
  ' ',
  "'",
  '"',
  ',',
  ';',
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\n',
  '\r\n',
  '＝',
  '\u00a0',
  'é',
  '😀',
  '0',
  'A',
]

function text(): fc.Arbitrary<string> {
  const character = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((one) => one !== '\0')
  return fc
    .array(fc.oneof(fc.constantFrom(...pieces), character), { maxLength: 5 })
    .map((characters) => characters.join(''))
}

function handleText(): fc.Arbitrary<string> {
  return fc.stringMatching(/^[a-zé\u{20000}]{1,3}(-[a-z0-9]{1,2})?$/u)
}

function product(): fc.Arbitrary<Product> {
  const fields = fc.record({
    handle: handleText(),
    title: text(),
    descriptionHtml: text(),
    vendor: text(),
    productType: text(),
    tags: fc
      .uniqueArray(fc.constantFrom('a', 'b c', '=d', 'é', '😀', '\uffee'), { maxLength: 4 })
      .map(byCodePoint),
    status: fc.constantFrom(...productStatuses),
    seoTitle: text(),
    seoDescription: text(),
    optionNames: fc.array(
      text().map((name) => `o${name}`),
      { maxLength: 3 },
    ),
    metadata: fc.dictionary(fc.constantFrom('care', 'b_2', '0', 'z-9'), text(), { noNullPrototype: true }),
    images: fc.uniqueArray(image(), { selector: ({ url }) => url, maxLength: 4 }),
  })
  return fields.chain((given) =>
    fc
      .array(variant(given.optionNames.length, given.images), { maxLength: 4 })
      .map((variants) => Object.assign({}, given, { variants })),
  )
}

function image(): fc.Arbitrary<Image> {
  return fc.record({ url: fc.nat(9).map((n) => `https://example.com/${n}.jpg?a=1,2`), alt: text() })
}

function variant(optionCount: number, images: Image[]): fc.Arbitrary<Variant> {
  return fc.record({
    optionValues: fc.array(text(), { minLength: optionCount, maxLength: optionCount }),
    // Unique in the storefront where filled.
    sku: fc.oneof(
      fc.constant(''),
      fc.uuid().map((id) => `=${id}`),
    ),
    barcode: text(),
    price: money(),
    compareAtPrice: fc.option(money()),
    inventoryQuantity: fc.option(fc.integer()),
    weightGrams: fc.option(decimal(6, 0)),
    requiresShipping: fc.boolean(),
    taxable: fc.boolean(),
    imageUrl: fc.constantFrom(null, ...images.map(({ url }) => url)),
  })
}

const money = () => decimal(4, 2)

/** Below 10^10, canonical: as many decimals as it takes, but not fewer than `least`. */
function decimal(most: number, least: number): fc.Arbitrary<string> {
  const whole = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 9_999_999_999 }))
  const fraction = fc.stringMatching(new RegExp(`^[0-9]{0,${most}}$`))
  return fc.tuple(whole, fraction).map(([digits, decimals]) => {
    const shown = decimals.replace(/0+$/, '').padEnd(least, '0')
    return shown === '' ? `${digits}` : `${digits}.${shown}`
  })
}

function byCodePoint(texts: string[]): string[] {
  return texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}
