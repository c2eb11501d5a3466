import * as fc from 'fast-check'
import { metadataFormat, readCell } from '../canonical-csv.ts'
import { cleanText } from '../invisible.ts'
import { imageColumns, productColumns, variantColumns } from '../columns.ts'
import type { Column } from '../columns.ts'
import type { CellFormat } from '../cell-format.ts'
import { imageIdentity, normalizeImageUrl } from '../image-url.ts'
import { productStatuses } from '../product.ts'
import type { Image, Product, Variant } from '../product.ts'
import { compareCodePoints, normalizeHandle, withoutControlCharacters } from '../text-cells.ts'
import { anyCharacter } from './any-character.ts'

export interface CatalogSize {
  maxProducts?: number
  /** A product without any can be stored, and is not created by an import. */
  minVariants?: number
  maxVariants?: number
  maxImages?: number
}

/** Any catalog that the model allows, ordered by handle, with a preference for what CSV handles badly. */
export function arbitraryCatalog({
  maxProducts = 5,
  minVariants = 0,
  maxVariants = 5,
  maxImages = 4,
}: CatalogSize = {}): fc.Arbitrary<Product[]> {
  return fc
    .uniqueArray(arbitraryProduct({ minVariants, maxVariants, maxImages }), {
      selector: (product) => product.handle,
      maxLength: maxProducts,
    })
    .map((products) => withUniqueSkus(products).sort((a, b) => (a.handle < b.handle ? -1 : 1)))
}

/** A catalog of an earlier release, which stored decomposed letters and format characters as they came. */
export function arbitraryOldCatalog(size?: CatalogSize): fc.Arbitrary<Product[]> {
  return fc
    .tuple(arbitraryCatalog(size), fc.infiniteStream(fc.constantFrom(...oldSpellings)))
    .map(([products, spellings]) => {
      const respell = (text: string) => (text === '' ? '' : (spellings.next().value ?? String)(text))
      return products.map((product) => respelled(product, respell))
    })
}

const oldSpellings: ((text: string) => string)[] = [
  (text) => text,
  (text) => text.normalize('NFD'),
  (text) => `${text}\u200B`,
  (text) => text.replace(/./su, '$&\u00AD'),
  (text) => `\u200E${text}`,
]

/** The product with all its texts in another spelling. */
export function respelled(product: Product, respell: (text: string) => string): Product {
  const urls = new Map(product.images.map(({ url: address }) => [address, respelledUrl(address, respell)]))
  const { title, descriptionHtml, vendor, productType, seoTitle, seoDescription } = product
  return {
    ...product,
    title: respell(title),
    descriptionHtml: respell(descriptionHtml),
    vendor: respell(vendor),
    productType: respell(productType),
    seoTitle: respell(seoTitle),
    seoDescription: respell(seoDescription),
    tags: product.tags.map(respell).sort(compareCodePoints),
    optionNames: product.optionNames.map(respell),
    metadata: Object.fromEntries(
      Object.entries(product.metadata).map(([key, value]) => [key, respell(value)]),
    ),
    images: product.images.map(({ url: address, alt }) => ({
      url: urls.get(address) ?? '',
      alt: respell(alt),
    })),
    variants: product.variants.map((variant) =>
      Object.assign({}, variant, {
        sku: respell(variant.sku),
        barcode: respell(variant.barcode),
        optionValues: variant.optionValues.map(respell),
        imageUrl: urls.get(variant.imageUrl ?? '') ?? null,
      }),
    ),
  }
}

/** A host keeps its spelling, and an accented address is another one. */
function respelledUrl(address: string, respell: (text: string) => string): string {
  const result =
    cleanText(respell(address), 'address') === cleanText(address, 'address') ? respell(address) : address
  return normalizeImageUrl(result) === undefined ? address : result
}

/** Texts that break spreadsheets, CSV writers and parsers. */
const awkward = fc.oneof(
  fc.constantFrom('=1+1', '+1', '-1', '@a', "'", "'=1", "''=1", "' =1", '＝1', '\t=1', '\n=1', "\ufeff'=1"),
  fc.constantFrom('"', '""', 'a"b', ',', ';', '|', 'a\nb', 'a,b', ' a', 'a ', '\u00a0a', '\ufeffa', '\\'),
  fc.constantFrom('0012', '1E5', '1e+5x', 'TRUE', 'sep=;', 'null', '__proto__', 'constructor', '<p>a</p>'),
  fc.constantFrom('é', 'e\u0301', 'ß', '𝒜', '🧵', 'Title', 'Default Title'),
)

/** Any text of a cell, after control characters were removed. */
export const arbitraryText: fc.Arbitrary<string> = fc.oneof(
  awkward,
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc
    .tuple(awkward, fc.string({ unit: anyCharacter, maxLength: 6 }), awkward)
    .map((parts) => withoutControlCharacters(parts.join(''))),
)

/** The values that reading any text in this column can return: exactly those that can be stored. */
function stored<Value>(
  format: CellFormat<Value>,
  cells: fc.Arbitrary<string>,
): fc.Arbitrary<NonNullable<Value>> {
  return cells
    .map((cell) => readCell(format, cell, { decimalMark: '.', guarded: false, clean: cleanText })?.value)
    .filter((value) => value !== undefined && value !== null)
}

function formatOf<Fields, Field extends keyof Fields>(
  columns: Column<Fields>[],
  field: Field,
): CellFormat<Fields[Field]> {
  const column = columns.find((candidate): candidate is Column<Fields, Field> => candidate.field === field)
  if (!column) throw new Error(`no column for ${String(field)}`)
  return column.format
}

const productText = (
  field: 'title' | 'descriptionHtml' | 'vendor' | 'productType' | 'seoTitle' | 'seoDescription',
) => stored(formatOf(productColumns, field), arbitraryText)
const orEmpty = (text: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), text)
const orNone = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })

const handle = fc
  .oneof(
    fc.stringMatching(/^[a-z0-9_][a-z0-9]{0,8}([-_.]{1,2}[a-z0-9]{0,4}){0,2}$/),
    fc.constantFrom('été', 'größe-ärmel', 'рубашка', '麻衬衫', 'कमीज', 'e\u0301-\u0131', 'constructor', '0'),
  )
  .map(normalizeHandle)

const decimal = (maxWhole: number, decimals: number) =>
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** BigInt(maxWhole) - 1n }), fc.nat({ max: 10 ** decimals - 1 }))
    .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(decimals, '0')}`)

const price = stored(formatOf(variantColumns, 'price'), fc.oneof(decimal(3, 2), decimal(10, 4)))
const weight = stored(formatOf(variantColumns, 'weightGrams'), fc.oneof(decimal(4, 1), decimal(14, 6)))

const percentEncoded = anyCharacter.map((character) => {
  const encoded = encodeURIComponent(character)
  return encoded === character ? `%${character.charCodeAt(0).toString(16)}` : encoded
})

/** Letters, digits, these signs, and what is encoded. */
const partOfUrl = (signs: string) => {
  const plain = fc.constantFrom(...`abcxyzABCXYZ0123456789${signs}`.split(''))
  return fc.string({
    unit: fc.oneof({ weight: 10, arbitrary: plain }, { weight: 1, arbitrary: percentEncoded }),
  })
}
const segment = partOfUrl("-._~!$&'()*+,;=:@")
const queryOrFragment = orEmpty(partOfUrl("-._~!$&'()*+,;=:@/?"))

/** As fast-check's own, but for its table of all of Unicode, which takes a second of each file to be made. */
const webUrl = fc
  .tuple(
    fc.constantFrom('http', 'https'),
    fc.domain(),
    fc.array(segment, { maxLength: 4 }).map((segments) => segments.map((one) => `/${one}`).join('')),
    queryOrFragment.map((query) => query && `?${query}`),
    queryOrFragment.map((fragment) => fragment && `#${fragment}`),
  )
  .map(([scheme, domain, ...rest]) => `${scheme}://${domain}${rest.join('')}`)

const url = stored(
  formatOf(imageColumns, 'url'),
  fc.oneof(
    webUrl,
    fc
      .tuple(
        fc.constantFrom('HTTPS://', 'http://'),
        fc.constantFrom('Images.example.com', 'a.example:443', 'b.example:8080', '[::1]'),
        fc.constantFrom('/A b.jpg', '/%41.jpg?x=1,2', '', '/ü.jpg#top', "/'=.jpg"),
      )
      .map((parts) => parts.join('')),
  ),
)

const image: fc.Arbitrary<Image> = fc.record({
  url,
  alt: orEmpty(stored(formatOf(imageColumns, 'alt'), arbitraryText)),
})

const metadata = fc
  .uniqueArray(
    fc.tuple(
      fc.oneof(
        fc.constantFrom('care', 'a_b', 'a-b', '__proto__', 'constructor', '-', '0'),
        fc.stringMatching(/^[a-z0-9_-]{1,8}$/),
      ),
      stored(metadataFormat, arbitraryText),
    ),
    { selector: ([key]) => key, maxLength: 3 },
  )
  .map((entries) => Object.fromEntries(entries))

const variantFieldsOf = (images: Image[]): fc.Arbitrary<Omit<Variant, 'optionValues'>> =>
  fc.record({
    sku: orEmpty(stored(formatOf(variantColumns, 'sku'), arbitraryText)),
    barcode: orEmpty(stored(formatOf(variantColumns, 'barcode'), arbitraryText)),
    price,
    compareAtPrice: orNone(price),
    inventoryQuantity: orNone(fc.integer()),
    weightGrams: orNone(weight),
    requiresShipping: fc.boolean(),
    taxable: fc.boolean(),
    imageUrl:
      images.length === 0 ? fc.constant(null) : orNone(fc.constantFrom(...images.map((one) => one.url))),
  })

const optionValue = stored(formatOf(variantColumns, 'option1Value'), arbitraryText)

function arbitraryProduct({
  minVariants,
  maxVariants,
  maxImages,
}: Required<Omit<CatalogSize, 'maxProducts'>>) {
  return fc
    .record({
      optionNames: fc.array(stored(formatOf(productColumns, 'option1Name'), arbitraryText), { maxLength: 3 }),
      images: fc.uniqueArray(image, {
        selector: (one) => imageIdentity(one.url),
        maxLength: maxImages,
      }),
    })
    .chain(({ optionNames, images }) =>
      fc.record({
        handle,
        title: productText('title'),
        descriptionHtml: orEmpty(productText('descriptionHtml')),
        vendor: orEmpty(productText('vendor')),
        productType: orEmpty(productText('productType')),
        tags: fc.oneof(
          fc.constant<string[]>([]),
          stored(
            formatOf(productColumns, 'tags'),
            fc.array(arbitraryText, { maxLength: 4 }).map((tags) => tags.join(',')),
          ),
        ),
        status: fc.constantFrom(...productStatuses),
        seoTitle: orEmpty(productText('seoTitle')),
        seoDescription: orEmpty(productText('seoDescription')),
        optionNames: fc.constant(optionNames),
        metadata,
        variants: variantsOf(optionNames, images, { minLength: minVariants, maxLength: maxVariants }),
        images: fc.constant(images),
      }),
    )
    .filter((product) => !isReadAsNoOption(product))
}

function variantsOf(
  optionNames: string[],
  images: Image[],
  size: { minLength: number; maxLength: number },
): fc.Arbitrary<Variant[]> {
  const optionValues = fc.tuple(...optionNames.map(() => optionValue))
  return fc.uniqueArray(
    fc
      .tuple(optionValues, variantFieldsOf(images))
      .map(([values, fields]) => Object.assign(fields, { optionValues: values })),
    { selector: (variant) => JSON.stringify(variant.optionValues), ...size },
  )
}

/** `Title` / `Default Title` on a single variant means "no options" and is not stored. */
function isReadAsNoOption({ optionNames, variants }: Product): boolean {
  return (
    optionNames.length === 1 &&
    optionNames[0] === 'Title' &&
    variants.length === 1 &&
    variants[0]?.optionValues[0] === 'Default Title'
  )
}

function withUniqueSkus(products: Product[]): Product[] {
  const seen = new Set<string>()
  return products.map((product) =>
    Object.assign(product, {
      variants: product.variants.map((variant) => {
        const isTaken = seen.has(variant.sku)
        seen.add(variant.sku)
        return isTaken ? { ...variant, sku: '' } : variant
      }),
    }),
  )
}
