import { expect, test } from '@jest/globals'
import { importFixture } from '../../../../test/support/preview/import-fixture.ts'

test('images that are files instead of URLs are left out with a warning, and their products imported', async () => {
  const { preview, products } = await importFixture(
    Buffer.from(
      [
        'Handle,Title,Variant SKU,Variant Price,Image Src,Image Position,Image Alt Text,Variant Image',
        'salt,Salt,S,3,/products/Salt 200g.png,1,Salt,salt.png',
        'salt,,,,back.png,2,Back,',
        'salt,,,,https://img.example/side.jpg,3,Side,',
      ].join('\n'),
    ),
  )
  expect(products).toMatchObject([
    { handle: 'salt', variants: [{ sku: 'S', imageUrl: null }], images: [{ alt: 'Side' }] },
  ])
  expect(
    preview.rows.map(({ row, kind, errors, warnings }) => [
      row,
      kind,
      errors,
      warnings.map(({ code, column }) => `${column} ${code}`),
    ]),
  ).toEqual([
    [2, 'add', [], ['image_url image_not_fetchable', 'variant_image_url image_not_fetchable']],
    [3, 'unchanged', [], ['image_url image_not_fetchable']],
    [4, 'add', [], []],
  ])
})
