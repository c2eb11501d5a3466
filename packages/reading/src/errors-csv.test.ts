import { writeCsv } from '@catalog/catalog'
import { describe, expect, test } from '@jest/globals'
import type { ImportFile } from './import-file.ts'
import { errorsCsv } from './errors-csv.ts'
import {
  applyPlan,
  emptyCatalog,
  previewAgainst,
  toProducts,
} from '../../../test/support/preview/apply-plan.ts'
import type { MemoryCatalog } from '../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'

describe('the rejected rows', () => {
  test('are as uploaded, with their errors', async () => {
    const file = await fileOf(
      'sep=;\nHandle;Title;Variant price;Note\ncap;Cap;free;\'=x \nhat;Hat;1;\nbag;"B;ag";-1;\n',
    )
    const result = errorsOf(file, emptyCatalog())
    const again = await fileOf(result)
    expect(again.delimiter).toBe(';')
    expect(again.header).toEqual([
      'Handle',
      'Title',
      'Variant price',
      'Note',
      'error_column',
      'error_code',
      'error_message',
    ])
    expect(again.records.map(({ cells }) => cells.slice(0, 6))).toEqual([
      ['cap', 'Cap', 'free', "'=x ", 'variant_price', 'invalid_number'],
      ['bag', 'B;ag', '-1', '', 'variant_price', 'negative_number'],
    ])
    expect(again.records[0]?.cells[6]).toContain('Write digits only')
  })

  test('can be corrected and uploaded again, and then complete the import', async () => {
    const header = [
      'handle',
      'title',
      'vendor',
      'option1_name',
      'option1_value',
      'variant_price',
      'image_url',
    ]
    const rows = [
      ['cap', 'Cap', 'Acme', 'Size', 'S', '1', 'http://a.example/1'],
      ['cap', '', '', '', 'M', '2,5 EUR', 'http://a.example/2'],
      ['cap', '', '', '', 'L', '', ''],
    ]
    const catalog = emptyCatalog()
    const file = await fileOf(writeCsv([header, ...rows]))
    applyPlan(catalog, previewAgainst(catalog, file.table).plan)
    const rejected = errorsOf(file, emptyCatalog())
    const corrected = rejected.replace('"2,5 EUR"', '2.5').replace(',L,,', ',L,3,')

    const second = await fileOf(corrected)
    expect(second.unknownColumns).toEqual([])
    const result = previewAgainst(catalog, second.table)
    expect(result.counts).toEqual({ adds: 2, updates: 0, unchanged: 0, errors: 0, clears: 0 })
    applyPlan(catalog, result.plan)
    expect(toProducts(catalog)).toMatchObject([
      {
        title: 'Cap',
        vendor: 'Acme',
        optionNames: ['Size'],
        variants: [{ optionValues: ['S'] }, { optionValues: ['M'], price: '2.50' }, { optionValues: ['L'] }],
      },
    ])
  })

  test('have the reasons of the last upload only', async () => {
    const file = await fileOf(errorsOf(await fileOf('handle,title,status\na b,X,\n'), emptyCatalog()))
    const again = await fileOf(errorsOf(file, emptyCatalog()))
    expect(again.header).toEqual(file.header)
    expect(again.records[0]?.cells).toEqual(file.records[0]?.cells)
  })

  test('keep data beyond the header, which is an error until it is moved', async () => {
    const file = await fileOf('handle,title\ncap,Cap,1,299\n')
    const again = await fileOf(errorsOf(file, emptyCatalog()))
    expect(again.records[0]?.cells.slice(0, 4)).toEqual(['cap', 'Cap', '1', '299'])
    expect(again.table.rows[0]?.errors).toMatchObject([{ code: 'data_beyond_header' }])
  })
})

function errorsOf(file: ImportFile, catalog: MemoryCatalog): string {
  const { rows } = previewAgainst(catalog, file.table)
  const rejected = rows.filter(({ kind }) => kind === 'error')
  return Buffer.concat([...errorsCsv(file, rejected)]).toString()
}
