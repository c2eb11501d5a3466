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

  test('each cause has an example: a row of a product if one has it, with its value shortened', async () => {
    const csv = [
      'handle,title,variant_price,variant_weight_grams',
      '-,Nothing,£5,1',
      'a,A,£6,1',
      `b,B,7,${'x'.repeat(100)}`,
    ]
    const { preview } = await importFixture(Buffer.from(csv.join('\n')), emptyCatalog())
    const examples = preview.tally.causes.map(({ column, example }) => Object.assign({ column }, example))
    const message: unknown = expect.stringMatching(/^[A-Z].*\.$/)
    expect(examples).toHaveLength(3)
    expect(examples).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ column: 'handle', row: 2, value: '-', message }),
        expect.objectContaining({ column: 'variant_price', row: 3, value: '£6', suggestion: '6', message }),
        expect.objectContaining({ row: 4, value: `${'x'.repeat(60)}…`, message }),
      ]),
    )
  })
})
