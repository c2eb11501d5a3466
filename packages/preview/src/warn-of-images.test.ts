import { createAddressGuard } from '@catalog/address-guard'
import { describe, expect, test } from '@jest/globals'
import { previewTable } from './preview-table.ts'
import { emptyCatalog, toSlice } from '../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'
import { csv, kindsOf, previewOf } from '../../../test/support/preview/shop.ts'

describe('an image that the address guard refuses by its text is warned of, and imported', () => {
  test.each([
    ['http://192.168.0.10/a.jpg', /public internet/],
    ['http://2130706433/a.jpg', /public internet/],
    ['http://localhost/a.jpg', /public internet/],
    ['http://media.local/a.jpg', /public internet/],
    ['http://intranet/a.jpg', /public internet/],
    ['https://shop.example:8443/a.jpg', /port/],
    ['https://me:secret@shop.example/a.jpg', /password/],
    ['https://shop.example/a\u00a0b.jpg', /spaces/],
  ])('%s', async (image_url, advice) => {
    const result = await previewOf(
      [{ handle: 'cap', title: 'Cap', variant_price: '1', image_url }],
      emptyCatalog(),
    )
    expect(kindsOf(result)).toBe('add')
    expect(result.rows[0]?.warnings).toMatchObject([
      { code: 'image_not_fetchable', column: 'image_url', message: expect.stringMatching(advice) },
    ])
  })

  test('but not one with a space, which is asked for as %20', async () => {
    const rows = [{ handle: 'cap', title: 'Cap', image_url: 'https://shop.example/a b.jpg' }]
    expect((await previewOf(rows, emptyCatalog())).rows[0]?.warnings).toEqual([])
  })

  test('nor one that is refused only after its host was resolved', async () => {
    const rows = [{ handle: 'cap', title: 'Cap', image_url: 'https://no-such-host.example/a.jpg' }]
    expect((await previewOf(rows, emptyCatalog())).rows[0]?.warnings).toEqual([])
  })

  test('nor one of a host that the operator allows', async () => {
    const { table } = await fileOf(
      csv([{ handle: 'cap', title: 'Cap', image_url: 'http://127.0.0.1:99/a.jpg' }]),
    )
    const warningsWith = (allowedHosts: string[]) =>
      previewTable(table, toSlice(emptyCatalog()), {
        guard: createAddressGuard({ allowedHosts }),
      }).rows.map(({ warnings }) => warnings.map(({ code }) => code))
    expect(warningsWith(['127.0.0.1:99'])).toEqual([[]])
    expect(warningsWith([])).toEqual([['image_not_fetchable']])
  })
})
