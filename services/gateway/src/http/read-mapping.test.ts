import { expect, test } from '@jest/globals'
import { maxMappingBytes } from '@catalog/contracts'
import { readMapping } from './read-mapping.ts'

test('omitted fields have no effect', () => {
  expect(readMapping('{}')).toEqual({ columns: [], identity: null, remember: false })
})

test('column names can be any text', () => {
  const columns = [
    ['__proto__', 'title'],
    ['constructor', 'variant_price'],
    ['10', 'vendor'],
  ]
  const text = '{"columns": {"__proto__": "title", "constructor": "variant_price", "10": "vendor"}}'
  expect(new Set(readMapping(text).columns)).toEqual(new Set(columns))
})

const padding = (bytes: number) =>
  `{"columns":{"${'x'.repeat(bytes - '{"columns":{"":"title"}}'.length)}":"title"}}`

test('may have exactly 64 KiB', () => {
  expect(readMapping(padding(maxMappingBytes)).columns).toHaveLength(1)
})

test.each([
  ['{', 'is not JSON', []],
  ['', 'is not JSON', []],
  ['null', 'is not a JSON object', []],
  ['[]', 'is not a JSON object', []],
  ['{"columns": [["Preis", "variant_price"]]}', '“columns” in the mapping is not an object', []],
  ['{"columns": {"Preis": null}}', 'does not say by name what “Preis” is', ['Preis']],
  ['{"columns": {"__proto__": {"title": 1}}}', 'does not say by name what “__proto__” is', ['__proto__']],
  ['{"identity": "barcode"}', 'is none of handle, variant_sku, title', []],
  ['{"identity": null}', 'is none of handle, variant_sku, title', []],
  ['{"remember": "yes"}', 'is neither true nor false', []],
  ['{"colums": {}}', 'has “colums” besides', []],
  [padding(maxMappingBytes + 1), 'is larger than 64 KiB', []],
])('%.60s is refused', (text, detail, columns) => {
  const errors = columns.length > 0 ? columns.map((column) => expect.objectContaining({ column })) : undefined
  expect(() => readMapping(text)).toThrow(
    expect.objectContaining({ code: 'invalid_mapping', message: expect.stringContaining(detail), errors }),
  )
})
