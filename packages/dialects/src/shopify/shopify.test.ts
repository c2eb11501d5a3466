import { expect, test } from '@jest/globals'
import { importFixture } from '../../../../test/support/preview/import-fixture.ts'

test('the same catalog, exported with the old names, is unchanged', async () => {
  const { catalog } = await importFixture('shopify/realistic.csv')
  const { preview } = await importFixture('shopify_legacy/realistic.csv', catalog)
  expect(preview.counts).toEqual({ adds: 0, updates: 0, unchanged: 24, errors: 0, clears: 0 })
})
