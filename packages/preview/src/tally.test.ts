import type { Tally } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import { emptyCatalog } from '../../../test/support/preview/apply-plan.ts'
import { importFixture } from '../../../test/support/preview/import-fixture.ts'
import cases from './tally.cases.json' with { type: 'json' }

const counted = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`

function linesOf({ products, changes, risks, causes }: Tally): string[] {
  const kinds = Object.entries(products).filter(([, count]) => count > 0)
  const named = [
    ...changes.map(({ group, ...affected }) => ({ name: group, ...affected })),
    ...risks.map(({ code, ...affected }) => ({ name: `risk ${code}`, ...affected })),
    ...causes.map(({ severity, code, case: of, column, ...affected }) => ({
      name: `${severity} ${code}${of === null ? '' : `:${of}`}${column === null ? '' : ` in ${column}`}`,
      ...affected,
    })),
  ]
  return [
    kinds.map(([kind, count]) => `${count} ${kind}`).join(', '),
    ...named.map((one) => `${one.name}: ${counted(one.products, 'product')}, ${counted(one.rows, 'row')}`),
  ]
}

describe('a preview counts by product', () => {
  test.each(cases)('$shows', async ({ stored, csv, tally }) => {
    const catalog = emptyCatalog()
    if (stored.length > 0) await importFixture(Buffer.from(stored.join('\n')), catalog)
    const { preview } = await importFixture(Buffer.from(csv.join('\n')), catalog)
    expect(linesOf(preview.tally)).toEqual(tally)
  })
})
