import { expect, test } from '@jest/globals'
import { exportOf, importFixture } from './import-fixture.ts'

const file = Buffer.from('handle,title,variant_price\nmug,Mug,5\ncup,Cup,4\n')

test('a file is read, previewed and applied, and its export is unchanged when imported again', async () => {
  const { preview, catalog, products } = await importFixture(file)
  expect(preview.counts).toMatchObject({ adds: 2, errors: 0 })
  expect(products.map(({ handle, title }) => [handle, title])).toEqual([
    ['cup', 'Cup'],
    ['mug', 'Mug'],
  ])

  for (const again of [exportOf(catalog), file]) {
    const { preview: unchanged } = await importFixture(again, catalog)
    expect(unchanged.counts).toMatchObject({ unchanged: 2, adds: 0, updates: 0, errors: 0 })
  }
})
