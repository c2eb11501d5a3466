import { describe, expect, test } from '@jest/globals'
import changedFields from './facets.cases.json' with { type: 'json' }
import { facetsOf } from './facets.ts'
import { change, error, row, warning } from './testing/make-row.ts'

const facets = (...parts: Parameters<typeof row>) => [...facetsOf(row(...parts), false)].toSorted()

describe('a row', () => {
  test.each(changedFields)('that changes $field is found by $facet', ({ field, facet }) => {
    expect(facets(2, { kind: 'update', changes: [change(field, 'a', 'b')] })).toEqual([facet])
  })

  test('that clears a cell is found by its column and by clears', () => {
    expect(facets(2, { kind: 'update', changes: [change('vendor', 'a', '')] })).toEqual([
      'clears',
      'organization',
    ])
  })

  test('that adds a variant changes none of its values', () => {
    const price = change('variant_price', null, '3.00', 'variant')
    expect(facets(2, { kind: 'add', entities: ['variant'], changes: [price] })).toEqual(['new'])
  })

  test('that adds an image to a stored product changes its images, even if another row has its URL', () => {
    const url = change('image_url', null, 'https://a.test/1.jpg', 'image')
    expect(facets(2, { kind: 'add', entities: ['image'], changes: [url] })).toEqual(['images'])
    expect(facets(2, { kind: 'add', entities: ['image'] })).toEqual(['images'])
  })

  test('of a new product is new, whatever its contents', () => {
    const changes = [change('title', null, 'Mug'), change('image_url', null, 'https://a.test/1.jpg', 'image')]
    const added = row(2, { kind: 'add', entities: ['product', 'image'], changes })
    expect([...facetsOf(added, true)]).toEqual(['new'])
  })

  test('with an error changes nothing', () => {
    const changes = [change('vendor', 'a', '')]
    const remarks = { errors: [error('too_long', 'title')], warnings: [warning('stray_quote')] }
    expect(facets(2, { kind: 'error', changes, ...remarks })).toEqual(['errors', 'warnings'])
  })
})
