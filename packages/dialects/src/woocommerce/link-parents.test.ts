import { expect, test } from '@jest/globals'
import { importFixture } from '../../../../test/support/preview/import-fixture.ts'

const header = 'Type,SKU,Name,Published,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)'

test.each([
  ['TEE-1', ['TEE-1'], 'TEE-1', []],
  ['tee-1 ', ['TEE-1'], 'TEE-1', ['sku_spelling']],
  ['Tee - 1', ['TEE-1'], 'TEE-1', ['sku_spelling']],
  ['tee-1', ['TEE-1', 'tee-1'], 'tee-1', []],
  ['Tee-1', ['TEE-1', 'tee-1'], undefined, ['parent_not_found']],
  ['tee1', ['TEE-1'], undefined, ['parent_not_found']],
])('a variation of %j among the products %j is one of %j', async (named, skus, expected, codes) => {
  const products = skus.map((sku) => `variable,${sku},Product ${sku},1,,,Size,"S, M"`)
  const file = [header, ...products, `variation,V,,1,5,"${named}",Size,S`].join('\n')
  const { preview, products: made } = await importFixture(Buffer.from(file))
  const row = preview.rows.at(-1)
  expect([...(row?.errors ?? []), ...(row?.warnings ?? [])].map(({ code }) => code)).toEqual(codes)
  const owner = made.find(({ variants }) => variants.some(({ sku }) => sku === 'V'))
  expect(owner?.title).toBe(expected && `Product ${expected}`)
})
