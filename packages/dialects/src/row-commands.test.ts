import { describe, expect, test } from '@jest/globals'
import { importFixture } from '../../../test/support/preview/import-fixture.ts'
// By dialect, a file of a cap and a mug.
import files from './testing/small-files.json' with { type: 'json' }

describe.each(Object.entries(files))('in %s', (dialect, [header = '', cap = '', mug = '']) => {
  test.each([
    ['Command', 'DELETE', 'MERGE'],
    ['command', ' ignore ', ''],
    ['Action', 'Delete', 'Update'],
    ['update_delete', 'Delete', 'PartialUpdate'],
    ['Update/Delete', 'delete', 'update'],
    ['*Action(SiteID=Germany|Currency=EUR)', 'End', 'Revise'],
    ['add-delete', 'x', 'a'],
    ['operation', 'D', 'U'],
    ['Aktion', 'Löschen', 'ja'],
    ['isDeleted', 'true', 'false'],
    ['Gelöscht', 'x', ''],
    ['Пометка удаления', 'Да', 'Нет'],
    ['magmi:delete', '1', '0'],
  ])('a row that says %s %s is left out, and one that says %s is not', async (column, out, kept) => {
    const bytes = Buffer.from(`${header},${column}\n${cap},${out}\n${mug},${kept}\n`)
    const { file, preview, products } = await importFixture(bytes)
    expect(file).toMatchObject({ dialect })
    expect(file.unknownColumns.map(({ name }) => name)).not.toContain(column)
    expect(products.map(({ title }) => title)).toEqual(['Mug'])
    expect(preview.counts).toMatchObject({ adds: 1, unchanged: 1, errors: 0 })
    const [row] = preview.rows
    expect(row?.warnings.map(({ code, parameters }) => [code, parameters?.case])).toEqual([
      ['row_not_imported', 'command'],
    ])
  })
})

const columns =
  'Handle,Title,Command,Variant Command,Image Command,Tags Command,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src'

test.each([
  [
    'the rows of its product below it',
    ['mug,Mug,DELETE,,,,,Size,S,A,5,', 'mug,,,,,,,,M,B,5,', ',,,,,,,,L,C,5,'],
    [],
  ],
  [
    'a variant',
    ['mug,Mug,MERGE,MERGE,,,,Size,S,A,5,', 'mug,Mug,MERGE,DELETE,,,,Size,M,B,5,'],
    [['A', [], 0]],
  ],
  ['the first variant', ['mug,Mug,,DELETE,,,,Size,S,A,5,', 'mug,,,,,,,,M,B,5,'], [['B', [], 0]]],
  ['an image', ['mug,Mug,,,DELETE,,,Size,S,A,5,https://a.example/a.jpg'], [['A', [], 0]]],
  [
    'a row of an image',
    ['mug,Mug,,,,,,Size,S,A,5,', 'mug,,,,DELETE,,,,,,,https://a.example/a.jpg'],
    [['A', [], 0]],
  ],
  ['tags', ['mug,Mug,,,,DELETE,"a, b",Size,S,A,5,'], [['A', [], 0]]],
  [
    'nothing that is merged',
    ['mug,Mug,UPDATE,REPLACE,MERGE,REPLACE,"a, b",Size,S,A,5,https://a.example/a.jpg'],
    [['A', ['a', 'b'], 1]],
  ],
])('commands delete %s', async (_shows, rows, expected) => {
  const { preview, products } = await importFixture(Buffer.from([columns, ...rows].join('\n')))
  expect(preview.counts.errors).toBe(0)
  expect(
    products.map(({ variants, tags, images }) => [
      variants.map(({ sku }) => sku).join(),
      tags,
      images.length,
    ]),
  ).toEqual(expected)
})

test('a command does not count for a new product below, which has no handle yet', async () => {
  const file = 'URL handle,Title,Command,SKU,Price\nmug,Mug,DELETE,A,5\n,Cup,,B,6\n'
  const { products } = await importFixture(Buffer.from(file))
  expect(products.map(({ title }) => title)).toEqual(['Cup'])
})

test.each([
  ['Item Type,Product Name,Product Code/SKU,Price', 'SKU,[S]Size=S,', '5'],
  ['Item,ID,Name,SKU,Options,Price', 'Variant,3,,', 'Type=Swatch|Name=Size|Value=S,5'],
])('rows below a product that is deleted do not go to the one above it: %s', async (header, below, end) => {
  const isOld = header.startsWith('Item Type')
  const product = (name: string, id: string) => (isOld ? `Product,${name},,5` : `Product,${id},${name},,,5`)
  const row = (sku: string) => `${below}${sku},${end},`
  const lines = [
    `${header},Command`,
    `${product('Cap', '1')},`,
    row('C'),
    `${product('Mug', '2')},DELETE`,
    row('M'),
  ]
  const { products, preview } = await importFixture(Buffer.from(lines.join('\n')))
  expect(products.map(({ title, variants }) => [title, variants.map(({ sku }) => sku)])).toEqual([
    ['Cap', ['C']],
  ])
  expect(preview.counts).toMatchObject({ errors: 0, unchanged: 2 })
})

test('variants of Wix go with their product', async () => {
  const file = 'handleId,fieldType,name,sku,price,productOptionName1,productOptionDescription1,Command\n'
  const rows = 't,Product,Tee,,5,Size,S;M,DELETE\nt,Variant,,A,5,,S,\nt,Variant,,B,5,,M,\n'
  const { products, preview } = await importFixture(Buffer.from(file + rows))
  expect([products.length, preview.counts.unchanged]).toEqual([0, 3])
})
