import { describe, expect, test } from '@jest/globals'
import {
  applyPlan,
  emptyCatalog,
  previewAgainst,
  toProducts,
} from '../../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../../test/support/preview/csv-files.ts'

const canonical = 'handle,title,variant_price,Pflege,metadata.care\nmug,Mug,5,kalt,\ncup,Cup,6,,warm\n'
const shopify =
  'Handle,Title,Variant Price,Option1 Name,Option1 Value,Farbfamilie\nmug,Mug,5,Size,S,blau\nmug,,6,Size,M,\n'
const woo =
  'Type,SKU,Name,Regular price,Parent,Attribute 1 name,Attribute 1 value(s),Regal\nvariable,T,Tee,,,Size,"S, M",A1\nvariation,T-S,Tee,5,T,Size,S,\n'

async function imported(csv: string, columns: [string, string][]) {
  const file = await fileOf(csv, undefined, { columns, identity: null })
  const catalog = emptyCatalog()
  const preview = previewAgainst(catalog, file.table)
  applyPlan(catalog, preview.plan)
  return { file, products: toProducts(catalog), preview }
}

test.each([
  ['canonical', canonical, 'Pflege', [{ care: 'warm' }, { more: 'kalt' }]],
  ['shopify_legacy', shopify, 'FARBFAMILIE', [{ more: 'blau' }]],
  ['woocommerce', woo, 'Regal', [{ more: 'A1' }]],
])('a column that %s does not read becomes metadata', async (dialect, csv, column, metadata) => {
  const { file, products, preview } = await imported(csv, [[column, 'metadata.more']])
  expect(preview.counts.errors).toBe(0)
  expect([file.dialect, file.unknownColumnsCount]).toEqual([dialect, 0])
  expect(file.choice?.identity).toBeNull()
  expect(products.map((product) => product.metadata)).toEqual(metadata)
})

describe('is refused, by its column,', () => {
  test.each([
    ['one that the format reads', canonical, 'title', 'metadata.more', 'is read already'],
    [
      'a key that another column has',
      canonical,
      'Pflege',
      'metadata.care',
      'which another column of the file is',
    ],
    ['one that is not there', canonical, 'Farbe', 'metadata.more', 'is no column of the file'],
    ['one of our columns', canonical, 'Pflege', 'vendor', 'how a row finds its product'],
    ['one of our columns, of no known format', 'a;b\n1;2\n', 'a', 'vendor', 'how a row finds its product'],
  ])('%s', async (_what, csv, column, target, detail) => {
    await expect(imported(csv, [[column, target]])).rejects.toMatchObject({
      code: 'invalid_mapping',
      message: expect.stringContaining(detail),
      errors: [{ column }],
    })
  })
})

test('a file of unknown format still needs a mapping', async () => {
  await expect(imported('a;b\n1;2\n', [['a', 'metadata.a']])).rejects.toMatchObject({
    code: 'unrecognized_columns',
    mappable: { columns: [{ name: 'a' }, { name: 'b' }] },
  })
})

test('a mapping without columns asks for them, also where the format is known', async () => {
  await expect(
    fileOf('handle;title\nmug;Mug\n', undefined, { columns: [], identity: 'title' }),
  ).rejects.toMatchObject({
    code: 'unrecognized_columns',
    mappable: { columns: [{ suggestion: 'handle' }, { suggestion: 'title' }], identity_suggestion: 'handle' },
  })
})
