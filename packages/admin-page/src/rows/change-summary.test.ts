import { expect, test } from '@jest/globals'
import { summarizeChanges } from './change-summary.ts'
import { change, row } from './testing/make-row.ts'

test('columns are counted and named in the order of their importance', () => {
  const summary = summarizeChanges([
    row(2, {
      kind: 'update',
      sku: 'M-1',
      changes: [
        change('metadata.care', '', 'cold'),
        change('description_html', 'a', 'b'),
        change('variant_price', '1.00', '2.00'),
      ],
    }),
    row(3, { kind: 'update', sku: 'M-2', changes: [change('variant_price', '1.00', '2.00')] }),
    row(4, { kind: 'unchanged', sku: 'M-3' }),
  ])
  expect(summary).toEqual({
    changed: [
      { column: 'variant_price', entity: 'variant', count: 2 },
      { column: 'description_html', entity: 'product', count: 1 },
      { column: 'metadata.care', entity: 'product', count: 1 },
    ],
    cleared: [],
    newVariants: 0,
    newImages: 0,
    variants: 3,
  })
})

test('cleared cells and new entities are listed separately', () => {
  const summary = summarizeChanges([
    row(2, { kind: 'update', changes: [change('vendor', 'A', ''), change('title', 'A', 'B')] }),
    row(3, {
      kind: 'add',
      sku: 'M-9',
      changes: [
        change('variant_price', null, '2.00'),
        change('variant_sku', null, 'M-9'),
        change('image_url', null, 'https://a.test/1.jpg', 'image'),
        change('image_alt', null, 'A mug', 'image'),
      ],
    }),
  ])
  expect(summary).toMatchObject({
    changed: [{ column: 'title' }],
    cleared: [{ column: 'vendor' }],
    newVariants: 1,
    newImages: 1,
    variants: 1,
  })
})

test('a row with an error changes nothing', () => {
  const summary = summarizeChanges([row(2, { kind: 'error', changes: [change('title', 'A', 'B')] })])
  expect(summary.changed).toEqual([])
})
