import type { MappingIdentity } from '@catalog/contracts'
import { expect, test } from '@jest/globals'
import { choiceFor, identityOf, missingForNew, missingPartners, obstacleOf } from './missing.ts'

const fields = (...names: string[]) => new Set(names)

test.each<[string, string[], MappingIdentity | null, MappingIdentity | null, MappingIdentity]>([
  ['the suggestion', ['handle', 'variant_sku'], null, 'variant_sku', 'variant_sku'],
  ['what was chosen, even without a column', ['handle'], 'title', 'handle', 'title'],
  ['what has a column, once the suggestion has none', ['title'], null, 'variant_sku', 'title'],
  ['the handle before the title', ['title', 'handle'], null, null, 'handle'],
  ['the suggestion, where nothing has a column', [], null, 'title', 'title'],
  ['the SKU, where nothing is known', ['vendor'], null, null, 'variant_sku'],
])('products are found by %s', (_what, names, chosen, suggested, identity) => {
  expect(identityOf(fields(...names), chosen, suggested)).toBe(identity)
})

test.each<[string[], MappingIdentity, string | null]>([
  [['variant_sku', 'variant_price'], 'variant_sku', null],
  [['variant_sku', 'variant_price'], 'handle', 'identity'],
  [['variant_sku'], 'variant_sku', 'more'],
  [[], 'title', 'identity'],
  [['handle', 'title'], 'title', 'handle'],
  [['handle', 'title'], 'handle', null],
])('with %j, found by %s: not yet, by reason of %s', (names, identity, obstacle) => {
  expect(obstacleOf(fields(...names), identity)).toBe(obstacle)
})

test('a new product needs a title and a price', () => {
  expect(missingForNew(fields('variant_sku', 'variant_inventory_quantity'))).toEqual([
    'title',
    'variant_price',
  ])
  expect(missingForNew(fields('title', 'variant_sku'))).toEqual(['variant_price'])
  expect(missingForNew(fields('title', 'variant_price'))).toEqual([])
})

test("a second option needs a first one, and an image's alt text its URL", () => {
  expect([...missingPartners(fields('option2_value', 'option3_value', 'image_alt'))]).toEqual([
    ['option2_value', 'option1_value'],
    ['image_alt', 'image_url'],
  ])
  expect(missingPartners(fields('option1_value', 'image_url', 'image_alt')).size).toBe(0)
})

test.each([
  ['variant_sku', {}, false, 'existing'],
  ['variant_barcode', {}, false, 'existing'],
  ['handle', {}, false, 'all'],
  ['title', {}, false, 'all'],
  ['variant_sku', {}, true, 'all'],
  ['variant_sku', { products: 'all' }, false, 'all'],
  ['handle', { products: 'existing' }, true, 'existing'],
] as const)('found by %s, with %j chosen, an empty catalog: %s', (identity, chosen, isFirst, products) => {
  expect(choiceFor(identity, fields('title'), chosen, isFirst)).toMatchObject({ products })
})

test('only fields that have a column are kept', () => {
  const chosen = { without_fields: ['title', 'vendor'] }
  expect(choiceFor('variant_sku', fields('title'), chosen, false)).toMatchObject({
    without_fields: ['title'],
  })
})
