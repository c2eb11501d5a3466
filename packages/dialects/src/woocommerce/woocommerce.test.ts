import { describe, expect, test } from '@jest/globals'
import { recognize } from '../recognize.ts'
import { importFixture } from '../../../../test/support/preview/import-fixture.ts'

/** The columns of an export, without those of a shop's plugins. */
const exported =
  'ID,Type,SKU,Name,Published,Is featured?,Visibility in catalog,Description,Tax status,Stock,Weight (kg),Sale price,Regular price,Tags,Images,Parent,Attribute 1 name,Attribute 1 value(s)'.split(
    ',',
  )

describe('a header', () => {
  test('is recognised as WooCommerce’s by type, name and a price or visibility', () => {
    for (const header of [
      exported,
      exported.map((name) => ` ${name.toUpperCase().replaceAll(' ', '  ')} `),
      ['Type', 'Name', 'Regular price'],
      ['Type', 'Name', 'Is featured?'],
      ['SKU', 'NAME', 'type', 'visibility in catalog'],
    ]) {
      expect(recognize(header).dialect.name).toBe('woocommerce')
    }
  })

  test('with a handle, or without type, name or any of these, is not', () => {
    for (const header of [
      [...exported, 'Handle'],
      ['Name', 'Regular price'],
      ['Type', 'Name', 'SKU'],
    ]) {
      expect(() => recognize(header)).toThrow(
        expect.objectContaining({ code: expect.stringMatching(/column/) }),
      )
    }
  })

  test('has its weight in one unit; a weight without unit is not known', () => {
    for (const unit of ['kg', 'g', 'lbs', 'lb', 'oz', 'LBS']) {
      expect(
        unknownOf([...exported.filter((name) => !name.startsWith('Weight')), `Weight (${unit})`]),
      ).toEqual([])
    }
    expect(unknownOf([...exported, 'Weight', 'Weight (st)'])).toEqual([
      { name: 'Weight', nearest: 'Weight (kg)' },
      { name: 'Weight (st)', nearest: 'Weight (kg)' },
    ])
    expect(() => recognize([...exported, 'Weight (lbs)'])).toThrow(
      expect.objectContaining({ code: 'duplicate_column' }),
    )
  })

  test('has WooCommerce’s other columns listed as not known, and misspelt ones with what they probably meant', () => {
    expect(
      unknownOf([
        ...exported,
        'Short description',
        'In stock?',
        'Categories',
        'Attribute 1 visible',
        'Download 1 URL',
        'Meta: _color',
        'Meta: _Color',
        'Regular pric',
        'Attribute 12 nam',
      ]),
    ).toEqual([
      { name: 'Short description', nearest: null },
      { name: 'In stock?', nearest: null },
      { name: 'Categories', nearest: null },
      { name: 'Attribute 1 visible', nearest: null },
      { name: 'Download 1 URL', nearest: null },
      { name: 'Meta: _color', nearest: null },
      { name: 'Meta: _Color', nearest: null },
      { name: 'Regular pric', nearest: 'Regular price' },
      { name: 'Attribute 12 nam', nearest: 'Attribute 12 name' },
    ])
  })
})

/** Except the two columns that are part of every export. */
function unknownOf(header: string[]) {
  return recognize(header).unknownColumns.filter(({ name }) => !/featured|Visibility/.test(name))
}

test('a shop’s export is previewed row by row', async () => {
  const { file, preview } = await importFixture('woocommerce/store.csv')
  expect(file.dialect).toBe('woocommerce')
  expect(preview.counts).toEqual({ adds: 18, updates: 0, unchanged: 0, errors: 4, clears: 0 })
  expect(preview.warnings).toEqual([])
  expect(
    preview.rows.map(({ row, kind, handle, sku, errors, warnings }) => [
      row,
      kind,
      handle,
      sku,
      [...errors, ...warnings].map(({ code }) => code).join(),
    ]),
  ).toEqual([
    [2, 'add', 'harbour-tee', null, ''],
    [3, 'add', 'mug', 'MUG', ''],
    [4, 'add', 'knitting-guide', null, ''],
    [5, 'add', 'mug-mug-2', 'MUG-2', ''],
    [6, 'error', 'kitchen-set', null, 'unsupported_product_type'],
    [7, 'error', 'partner-lamp', null, 'unsupported_product_type'],
    [8, 'add', '20-c-jacket', '+JKT-20', 'ignored_value'],
    [9, 'add', 'harbour-tee', 'TEE-SG-S', ''],
    [10, 'add', 'harbour-tee', 'TEE-SG-M', ''],
    [11, 'add', 'harbour-tee', 'TEE-RU-S', 'ignored_value'],
    [12, 'add', 'harbour-tee', 'TEE-RU-M', 'ignored_value'],
    [13, 'add', 'knitting-workshop', 'SEAT-MO', ''],
    [14, 'add', 'knitting-workshop', 'SEAT-FR', ''],
    [15, 'add', 'knitting-workshop', null, 'ignored_value'],
    [16, 'error', null, 'CAP-RED', 'parent_not_found'],
    [17, 'add', 'sock', null, ''],
    [18, 'add', 'sock', 'SOCK-38', ''],
    [19, 'add', 'sock', 'SOCK-ANY', 'variants_from_options'],
    [20, 'add', 'poster-fjord', 'POSTER', 'image_not_fetchable'],
    [21, 'add', 'gift-card', null, ''],
    [22, 'add', 'tote-bag', 'BAG', ''],
    [23, 'error', 'starter-bundle', null, 'unsupported_product_type'],
  ])
})
