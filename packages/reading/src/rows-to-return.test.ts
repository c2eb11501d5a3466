import { expect, test } from '@jest/globals'
import { errorsCsv } from './errors-csv.ts'
import { emptyCatalog, importFixture } from '../../../test/support/preview/import-fixture.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'

const magento = `sku,product_type,attribute_set_code,name,price,url_key,configurable_variations,size
TEE-S,simple,Default,Tee S,free,tee-s,,S
TEE-M,simple,Default,Tee M,12,tee-m,,M
MUG,simple,Default,Mug,none,mug,,
CUP,simple,Default,Cup,4,cup,,
TEE,configurable,Default,Tee,,tee,"sku=TEE-S,size=S|sku=TEE-M,size=M",
`

const shopify = `Handle,Title,Option1 Name,Option1 Value,Variant Price
tee,Tee,Size,S,free
tee,,,M,12
mug,Mug,,,5
`

async function errorsOf(text: string, catalog = emptyCatalog()) {
  const { file, preview } = await importFixture(Buffer.from(text), catalog)
  const rejected = preview.rows.filter(({ kind }) => kind === 'error')
  return { rejected, returned: Buffer.concat([...errorsCsv(file, rejected)]) }
}

test('a rejected row that is a variant only with its parent is returned with its product, and with nothing else', async () => {
  const catalog = emptyCatalog()
  const { rejected, returned } = await errorsOf(magento, catalog)
  expect(rejected.map(({ row }) => row)).toEqual([2, 4])
  const { records, header } = await fileOf(returned)
  expect(records.map(({ cells }) => cells[0])).toEqual(['TEE-S', 'MUG', 'TEE'])
  const code = header.indexOf('error_code')
  expect(records.map(({ cells }) => cells[code])).toEqual(['invalid_number', 'invalid_number', ''])

  const corrected = returned.toString().replace('free', '11').replace('none', '5')
  const again = await importFixture(Buffer.from(corrected), catalog)
  expect(again.preview.counts).toMatchObject({ adds: 2, unchanged: 1, errors: 0 })
  const whole = await importFixture(Buffer.from(magento.replace('free', '11').replace('none', '5')))
  expect(again.products.map(({ handle }) => handle)).toEqual(whole.products.map(({ handle }) => handle))
})

test('a rejected row that names its product itself is returned alone', async () => {
  const { rejected, returned } = await errorsOf(shopify)
  expect(rejected.map(({ row }) => row)).toEqual([2])
  expect((await fileOf(returned)).records.map(({ cells }) => cells.slice(0, 5))).toEqual([
    ['tee', 'Tee', 'Size', 'S', 'free'],
  ])
})
