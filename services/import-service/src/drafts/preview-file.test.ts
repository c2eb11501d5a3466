import { createAddressGuard } from '@catalog/address-guard'
import { expect, test } from '@jest/globals'
import { previewFile } from './preview-file.ts'
import { fileOf } from '../../../../test/support/preview/csv-files.ts'
import { merchantOf } from '../testing/merchant.ts'
import { useTestContext } from '../testing/use-test-context.ts'

const service = await useTestContext()
const { database } = service
const { importFile } = merchantOf(service)

test('a new product is compared with the titles of its own storefront', async () => {
  await importFile(
    'a',
    `handle,title,variant_price\nshirt,Shirt,1\nshirt-b,Shirt,1\nlong,${'x'.repeat(255)},1\n`,
  )
  await importFile('b', 'handle,title,variant_price\ncap,Cap,1\n')
  const file = await fileOf(
    `handle,title,variant_price\nnew,Shirt,1\ncap,Cap,1\nlonger,${'x'.repeat(255)},1\nlower,shirt,1\nlong,Shirt,1\n`,
  )

  const { rows } = await previewFile(tools(), 'a', file)

  expect(rows.map(({ warnings }) => warnings.map(({ code }) => code).join())).toEqual([
    'title_exists',
    '',
    'title_exists',
    '',
    '',
  ])
  expect(rows[0]?.warnings[0]?.message).toMatch(/“shirt(-b)?”/)
})

test('a WooCommerce variation finds its product in the catalog of its own storefront', async () => {
  await importFile(
    'c',
    'handle,title,option1_name,option1_value,variant_sku,variant_price\ntee,Tee,Size,S,TEE-S,1\n',
  )
  const file = await fileOf(
    'Type,SKU,Name,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)\n' +
      'variation,TEE-S,Tee - S,2,TEE,Size,S\nvariation,TEE-M,Tee - M,2,TEE,Size,M\n',
  )
  const kinds = async (storefrontId: string) =>
    (await previewFile(tools(), storefrontId, file)).rows.map(({ kind }) => kind)

  expect(await kinds('c')).toEqual(['update', 'add'])
  expect(await kinds('d')).toEqual(['error', 'error'])
})

test('a new handle is compared with stored ones that begin with zeros', async () => {
  await importFile('e', 'handle,title,variant_price\n007,Bond,1\n')
  const { rows } = await previewFile(tools(), 'e', await fileOf('handle,title,variant_price\n7,James,1\n'))

  expect(rows.map(({ kind, warnings }) => [kind, warnings.map(({ code }) => code).join()])).toEqual([
    ['add', 'leading_zeros_lost'],
  ])
})

test('a product of the name of a stored one, with another SKU or id, is not taken for any stored one', async () => {
  await importFile('f', wooFile('7,simple,S-7,Shirt,5', '8,simple,X-8,Shirt S-9,5', '10,simple,,Cap,5'))
  await importFile('f', wooFile('9,simple,S-9,Shirt,6', '11,simple,,Cap,6'))
  const again = wooFile(
    '7,simple,S-7,Shirt,5',
    '9,simple,S-9,Shirt,7',
    '10,simple,,Cap,5',
    '11,simple,,Cap,7',
  )
  const { rows } = await previewFile(tools(), 'f', await fileOf(again))

  expect(rows.map(({ kind, handle }) => [kind, handle])).toEqual([
    ['unchanged', 'shirt'],
    ['update', 'shirt-9'],
    ['unchanged', 'cap'],
    ['update', 'cap-11'],
  ])
})

function wooFile(...rows: string[]): string {
  return ['ID,Type,SKU,Name,Regular price', ...rows].join('\n')
}

function tools() {
  return { database, guard: createAddressGuard() }
}
