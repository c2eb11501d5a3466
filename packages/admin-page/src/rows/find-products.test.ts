import type { DraftRow } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import searches from './find-products.cases.json' with { type: 'json' }
import { findProducts } from './find-products.ts'
import type { Count, Findings } from './find-products.ts'
import { groupByProduct } from './product-groups.ts'
import { facets, rowKinds } from './row-search.ts'
import type { RowSearch } from './row-search.ts'
import { change, error, row, warning } from './testing/make-row.ts'

const groups = groupByProduct([
  row(2, {
    handle: 'creme-brulee',
    title: 'Crème Brûlée',
    sku: 'CB-1',
    kind: 'add',
    changes: [change('title', null, 'Crème Brûlée'), change('variant_barcode', null, '4006381333931')],
  }),
  row(3, {
    handle: 'mug',
    title: 'Mug',
    sku: 'MUG-RED',
    kind: 'update',
    changes: [change('vendor', 'Werk Nord', '')],
  }),
  row(4, {
    handle: 'mug',
    sku: 'MUG-BLUE',
    kind: 'error',
    errors: [error('invalid_number', 'variant_price')],
  }),
  row(17, {
    handle: 'cup',
    title: 'Cup',
    kind: 'update',
    changes: [change('variant_price', '189.00', '20.79')],
    warnings: [warning('price_jump')],
  }),
])
const find = (search: RowSearch) => findProducts(groups, search, 'Zeile')
const found = (search: RowSearch) =>
  find(search).products.map(({ group, rows }) => [group.handle, rows.map((one) => one.row)])

describe('products are found', () => {
  test.each(searches)('by $q: handle, title, SKU, vendor, barcode, row', ({ q, handles }) => {
    expect(find({ q }).products.map(({ group }) => group.handle)).toEqual(handles)
  })

  test('by the number of a row, with that row alone', () => {
    expect(found({ q: 'row 4' })).toEqual([['mug', [4]]])
  })

  test('by the kind of one of their rows', () => {
    expect(found({ show: 'error' })).toEqual([['mug', [4]]])
    expect(found({ show: 'add', q: 'mug' })).toEqual([])
  })

  test('by all of several facets, with the rows that have any of these', () => {
    expect(found({ has: ['clears'] })).toEqual([['mug', [3]]])
    expect(found({ has: ['clears', 'errors'] })).toEqual([['mug', [3, 4]]])
    expect(found({ has: ['clears', 'price'] })).toEqual([])
    expect(found({ has: ['clears'], show: 'error' })).toEqual([])
  })

  test('by an error, with only its rows', () => {
    expect(found({ cause: 'invalid_number.variant_price' })).toEqual([['mug', [4]]])
    expect(found({ cause: 'invalid_number.variant_weight_grams' })).toEqual([])
  })
})

// Few values, so that searches often find something.
const arbitraryRow = (number: number): fc.Arbitrary<DraftRow> =>
  fc
    .record({
      kind: fc.constantFrom(...rowKinds),
      handle: fc.constantFrom('a', 'b', 'c', 'd', null),
      changes: fc.subarray([
        change('variant_price', '1.00', '2.00'),
        change('description_html', 'a', ''),
        change('variant_price', null, '2.00'),
        change('title', null, 'Mug'),
        change('image_url', null, 'https://a.test/1.jpg', 'image'),
      ]),
      warnings: fc.subarray([warning('price_jump')]),
      errors: fc.subarray([error('invalid_handle', 'handle'), error('invalid_number', 'variant_price')]),
    })
    .map((fields) => row(number, { ...fields, ...(fields.kind !== 'error' && { errors: [] }) }))
const arbitraryRows = fc
  .nat(12)
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => arbitraryRow(index + 2))))
const arbitrarySearch: fc.Arbitrary<RowSearch> = fc.record(
  {
    show: fc.constantFrom(...rowKinds),
    q: fc.constantFrom('', 'a', '3', 'row 4'),
    has: fc.subarray([...facets], { maxLength: 2 }),
    cause: fc.constantFrom('invalid_number.variant_price', 'invalid_handle.handle'),
  },
  { requiredKeys: [] },
)

test('every count equals what its filter shows', () => {
  fc.assert(
    fc.property(arbitraryRows, arbitrarySearch, (rows, search) => {
      const all = groupByProduct(rows)
      const { show: _, ...others } = search
      const findings = findProducts(all, search, 'Row')
      for (const kind of rowKinds) {
        const chosen = findProducts(all, { ...search, show: kind }, 'Row')
        expect([kind, findings.kinds[kind]]).toEqual([kind, countOf(chosen)])
      }
      expect(findings.kinds.all).toEqual(countOf(findProducts(all, others, 'Row')))
      for (const facet of facets) {
        const has = facets.filter((one) => one === facet || search.has?.includes(one))
        const chosen = findProducts(all, { ...search, has }, 'Row')
        const shown = findings.facets.get(facet) ?? { products: 0, rows: 0, strayRows: 0 }
        expect([facet, shown]).toEqual([facet, countOf(chosen)])
      }
    }),
    { numRuns: 300 },
  )
})

/** Counted from the list itself. */
function countOf({ products }: Findings): Count {
  const strays = products.filter(({ group }) => !group.isProduct)
  return {
    products: products.length - strays.length,
    rows: products.flatMap(({ rows }) => rows).length,
    strayRows: strays.flatMap(({ rows }) => rows).length,
  }
}
