import { canonicalColumnNames } from '@catalog/catalog'
import type { Random } from './random.ts'

/** Cells that are difficult for readers, spreadsheets, databases and JavaScript. */
const awkward = [
  '',
  ' ',
  '\u00A0',
  '\uFEFF',
  '\u200B',
  '-',
  '--',
  "'",
  "''",
  '"',
  '""',
  '5" pipe',
  '"Best" shirt',
  '="00123"',
  '\\',
  ',',
  ';',
  '\t',
  '|',
  '\n',
  '\r\n',
  '\r',
  "'=1+1",
  '=cmd|x',
  "''=x",
  '@a',
  '+1',
  '-1',
  '＝1',
  "'-5",
  '- 5',
  "'0012",
  '0',
  '-0',
  '00',
  '007',
  '1',
  '1.0',
  '1,0',
  '1.00000',
  '1,299',
  '1.299',
  '3.0',
  '1,299.00',
  '.5',
  '5.',
  '1e5',
  '1.23E+11',
  'NaN',
  'Infinity',
  '9999999999.9999',
  '10000000000',
  '99999999999999.999999',
  '2147483647',
  '2147483648',
  '-2147483648',
  '٣',
  '１２',
  '$25',
  '25 €',
  'TRUE',
  'false',
  'yes',
  'N',
  'active',
  'ACTIVE',
  'Published',
  'publish',
  'Title',
  'Default Title',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'metadata.__proto__',
  '[object Object]',
  '\0',
  '\u0007',
  '\u0085',
  '\uFDD0',
  '\u2028',
  '\uFFFD',
  'İ',
  'ß',
  'ﬀ',
  'é',
  'e\u0301',
  '\u0301',
  'A\u030A',
  '👩‍👩‍👧',
  '𝔘𝔫𝔦',
  'عربى',
  'ไทย',
  '中文',
  'Привет',
  'http://a.example/1.jpg',
  'https://a.example/1.jpg, https://b.invalid/2.jpg',
  'HTTP://A.example:80/1.jpg#x',
  '//a.example/1',
  'http://',
  'http://[',
  'https://a.example/%',
  'ftp://a.example/1',
  'pub/media/1.jpg',
  'javascript:alert(1)',
  'https://ü.example/ä b',
  'sku=A,size=S|sku=B,size=M',
  'sku=,size=',
  '|||',
  'sku=A',
  'size=S,size=M',
  'a=b=c,d',
  '=,=',
  'k=v,k=w',
  'k="a,b"',
  '[S]Color= Red,[RT]Size= M',
  '[S]Color=',
  '[S]=Red',
  '[',
  '[]=',
  'Type=Select|Name=Size|Value=S',
  'Size=S',
  'a\\,b, c\\',
  '\\n',
  'a, b,, a',
  'a > b, a > c',
  'id:1',
  'id:',
  'id:__proto__',
  'simple',
  'variable',
  'variation',
  'configurable',
  'Product',
  'SKU',
  'Rule',
  'Variant',
  'Image',
  '2024-01-02',
  '1/2/2024',
  '12:30',
  '1.2.3',
  '00:00',
  '<p>x</p>',
  '<?xml',
  '#REF!',
  '{}',
  '[]',
  '%s%n',
  'a'.repeat(64),
  'a'.repeat(256),
]

/** Few values, so that rows often share products, variants, SKUs and images. */
const usual: [pattern: RegExp, values: string[]][] = [
  [/handle|url_key|parent/, ['a', 'b', 'A', 'c-1', '', 'id:1', 'id:2', 'S1', 'S2']],
  [/sku|barcode|gtin/, ['', '', 'S1', 'S2', 'S3', 'S4', 's1', '007', '7']],
  [/image.*position|image sort|position/, ['', '1', '2', '9', '0']],
  [
    /image|thumbnail|photo/,
    ['', '', 'https://a.example/1.jpg', 'https://a.example/2.jpg', 'HTTPS://a.example/2.jpg'],
  ],
  [/price|cost/, ['1', '1', '2.50', '2,5', '']],
  [/qty|quantity|stock|inventory/, ['', '0', '5', '-1', '1.0000', 'instock']],
  [/weight|grams/, ['', '1', '0.5', '283.495231']],
  [/tracker|manage/, ['', 'shopify', '1', 'TRUE']],
  [
    /status|published|visib|online|taxable|shipping|taxed/,
    ['', '1', '0', 'TRUE', 'FALSE', 'active', 'draft', 'Y', 'published', 'taxable', 'none'],
  ],
  [/option.*name|attribute.*name/, ['', 'Size', 'Size', 'Color', 'Title']],
  [/option.*value|attribute.*value/, ['', 'S', 'M', 'L', 'S, M', 'Default Title']],
  [/configurable_variations$/, ['', '', 'sku=S1,size=S|sku=S2,size=M', 'sku=S2,size=M', 'sku=S9,size=L']],
  [/additional_attributes/, ['', 'size=S', 'size=M', 'size=S,color=Red']],
  [/^options$/, ['', 'Type=Rectangles|Name=Size|Value=S', 'Type=Rectangles|Name=Size|Value=M']],
  [
    /product_type|item type|^item$|^type$/,
    [
      'simple',
      'variable',
      'variation',
      'configurable',
      'grouped',
      'Product',
      'SKU',
      'Rule',
      'Variant',
      'Image',
      'Video',
      '',
    ],
  ],
  [/name|title/, ['One', 'One', 'Two', '[S]Size= S', '[S]Size= M', '']],
  [/tags|categories/, ['', 'b, a', 'a,b', 'a > b']],
  [/^id$|product id/, ['1', '2', '3', '']],
]

/** Occasionally long enough for quadratic time to hang. */
const snippets = [
  '0',
  '9',
  ' ',
  "'",
  '-',
  ',',
  '\\,',
  '|',
  '=',
  'sku=A|',
  'sku=A,a=b|',
  '[S]a=b,',
  'a=b,',
  'k:v;',
  '<p>',
  '\\n',
  'a',
  'é',
  '👩',
  '\n',
  '\u00A0',
  'a,',
  'https://a.example/1, ',
  '0,',
  '.',
  '>',
  '/',
  '\u0301',
  'Ab-',
  '&amp;',
  '\\',
]

export function cellOf(random: Random, column: string, { odds }: { odds: number }): string {
  if (random.chance(odds)) return awkwardCell(random)
  const values = usual.find(([pattern]) => pattern.test(column.toLowerCase()))?.[1]
  if (!values) return random.pick(['', '', 'x', 'One'])
  return random.pick(values)
}

export function awkwardCell(random: Random): string {
  if (random.chance(0.1)) return random.pick(awkward) + random.pick(awkward)
  if (random.chance(0.05)) return longCell(random, random.size(random.chance(0.05) ? 300_000 : 3_000))
  return random.pick(awkward)
}

/** A repeated snippet, with something else at its ends. */
export function longCell(random: Random, length: number): string {
  if (random.chance(0.3)) {
    const digits = random.pick(['0', '0', '9']).repeat(length)
    return (
      random.pick(['0.', '0.', '1,', '', '-', '1.5']) + digits + random.pick(['1', '1', '', '.5', 'x', ' '])
    )
  }
  const snippet = random.pick(snippets)
  const middle = snippet.repeat(Math.ceil(length / snippet.length))
  return random.pick(['', '', '1', '0.', '-', '=', 'a']) + middle + random.pick(['', '1', '!', 'x', '"'])
}

/** Most of the columns of a dialect's header. */
export function headerOf(random: Random, headers: string[][]): string[] {
  const base = random.chance(0.4)
    ? [...canonicalColumnNames, 'metadata.care', 'metadata.__proto__']
    : random.pick(headers)
  const keep = random.pick([1, 0.9, 0.5])
  const header = base.filter(() => random.chance(keep))
  if (random.chance(0.1)) header.push(...random.pick(headers).filter(() => random.chance(0.2)))
  if (random.chance(0.1)) header.push(awkwardCell(random))
  if (random.chance(0.1)) header.sort(() => random.below(3) - 1)
  return header.length > 0 ? header : ['handle']
}
