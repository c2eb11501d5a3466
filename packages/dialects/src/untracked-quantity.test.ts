import { expect, test } from '@jest/globals'
import { emptyCatalog, importFixture } from '../../../test/support/preview/import-fixture.ts'
import type { MemoryCatalog } from '../../../test/support/preview/import-fixture.ts'
// By dialect, a file of one variant, the column that says whether stock is counted, and that of the quantity.
import cases from './testing/files-with-stock.json' with { type: 'json' }

test.each(Object.entries(cases))(
  'in %s a new variant whose stock is counted is sold out, with a warning, if the file has no quantity',
  async (dialect, { file, tracker: [column = '', yes = '', no = ''], quantity }) => {
    const counted = { ...file, [column]: yes }
    const soldOut = { dialect, stock: 0, codes: ['quantity_missing'] }
    expect(await importFile(counted)).toEqual(soldOut)
    expect(await importFile({ ...counted, [quantity]: 'N/A' })).toMatchObject({ stock: 0 })
    expect(await importFile({ ...file, [column]: no, [quantity]: '-' })).toMatchObject({ stock: null })
    expect(await importFile({ ...counted, [quantity]: '' })).toEqual(soldOut)
    expect(await importFile({ ...counted, [quantity]: '4' })).toEqual({ dialect, stock: 4, codes: [] })
    expect(await importFile({ ...file, [column]: no })).toEqual({ dialect, stock: null, codes: [] })
    expect(await importFile(file)).toEqual({ dialect, stock: null, codes: [] })
  },
)

test.each(Object.entries(cases))(
  'in %s a stored variant keeps its stock',
  async (dialect, { file, tracker: [column = '', yes = ''], quantity }) => {
    const catalog = emptyCatalog()
    await importFile({ ...file, [column]: yes, [quantity]: '4' }, catalog)
    expect(await importFile({ ...file, [column]: yes }, catalog)).toEqual({ dialect, stock: 4, codes: [] })
  },
)

async function importFile(
  row: Record<string, string>,
  catalog: MemoryCatalog = emptyCatalog(),
): Promise<{ dialect: string; stock: number | null | undefined; codes: string[] }> {
  const csv = [Object.keys(row), Object.values(row)].map((cells) => cells.join(',')).join('\n')
  const { file, preview, products } = await importFixture(Buffer.from(csv), catalog)
  return {
    dialect: file.dialect,
    stock: products[0]?.variants[0]?.inventoryQuantity,
    codes: preview.rows.flatMap(({ warnings }) => warnings.map(({ code }) => code)),
  }
}
