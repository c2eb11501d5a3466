import { expect, test } from '@jest/globals'
import { emptyCatalog, previewAgainst } from '../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'

test('a row keeps more issues than a preview shows, but not all of a long list in a cell', async () => {
  const names = Array.from({ length: 30_000 }, (_, index) => `${index}.jpg`)
  const { table } = await fileOf(`Type,SKU,Name,Regular price,Images\nsimple,s,P,1,"${names.join()}"\n`)
  expect(table.rows.flatMap(({ warnings }) => warnings)).toHaveLength(25)
  const { rows } = previewAgainst(emptyCatalog(), table)
  expect(rows[0]?.warnings).toHaveLength(20)
  expect(new Set(rows[0]?.warnings.map(({ code }) => code))).toEqual(new Set(['image_not_fetchable']))
})
