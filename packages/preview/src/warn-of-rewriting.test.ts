import { describe, expect, test } from '@jest/globals'
import { applyPlan, emptyCatalog } from '../../../test/support/preview/apply-plan.ts'
import { previewOf } from '../../../test/support/preview/shop.ts'

describe('a row has a warning for a text that a spreadsheet seems to have changed:', () => {
  test.each([
    ['007', '7', 'leading_zeros_lost'],
    ['00', '0', 'leading_zeros_lost'],
    ['1.50', '1.5', 'rewritten_value'],
    ['1E5', '1.00E+05', 'rewritten_value'],
    ['1E5', '100000', 'rewritten_value'],
    ['12345678901234567890', '1.23456789012346E+019', 'rewritten_value'],
    ['1,299', '1299', 'rewritten_value'],
    ['50%', '50.00%', 'rewritten_value'],
    ['$25', '$25.00', 'rewritten_value'],
    ['1.250', '1250', 'rewritten_value'],
    ['true', 'TRUE', 'rewritten_value'],
    ['1/2/2024', '01/02/24', 'rewritten_value'],
    ['1/2', '01/02/26', 'rewritten_value'],
    ['3-4', '4-Mar', 'rewritten_value'],
    ['3-5', '05. Mrz', 'rewritten_value'],
    ['3-5', '5-mars', 'rewritten_value'],
    ['8-1', '01-août', 'rewritten_value'],
    ['3-5', '03/mai', 'rewritten_value'],
    ['3-5', '5 мар', 'rewritten_value'],
    ['5/3', 'mrt-05', 'rewritten_value'],
    ['Jan 5', '01/05/26', 'rewritten_value'],
    ['12:30', '12:30:00 PM', 'rewritten_value'],
    ['Čapek – 中文', '?apek – ??', 'replacement_character'],
    ['Party 🎉?', 'Party ??', 'replacement_character'],
    ['Party 🎉?', 'Party ???', 'replacement_character'],
    ['00123', "'00123", 'rewritten_value'],
    ['O’Neill’s', "'O’Neill’s", 'rewritten_value'],
    ['Müller', 'MÃ¼ller', 'rewritten_value'],
    ['Ágnes „Blau“ – 5 €', 'Ãgnes â€žBlauâ€œ â€“ 5 â‚¬', 'rewritten_value'],
    ['Café à', 'CafÃ© Ã', 'rewritten_value'],
    ['Čapek 🎉', 'ÄŒapek ðŸŽ‰', 'rewritten_value'],
  ])('%s, then %s', async (before, after, code) => {
    expect(await warningsOf(before, after)).toEqual([{ code, column: 'vendor', value: after }])
  })

  test.each([
    ['7', '8'],
    ['07', '8'],
    ['2024-01-02', '2024-02-01'],
    ['True', 'Fine'],
    ['3-5', '5 mars bars'],
    ['3-5', 'Marseille'],
    ['Acme', 'acme'],
    ['What', 'What?'],
    ['Čapek', 'C?pek'],
    ['Café', 'Caf?'],
    ['Müller', "'Mueller"],
    ['MÃ¼ller', 'Müller'],
  ])('but not for a different text: %s, then %s', async (before, after) => {
    expect(await warningsOf(before, after)).toEqual([])
  })
})

test('a new variant whose options spelling like those of a stored one is warned of', async () => {
  const catalog = emptyCatalog()
  const row = { handle: 'mug', title: 'Mug', variant_price: '5', option1_name: 'Size', option2_name: 'Color' }
  const stored = { ...row, option1_value: '1.50', option2_value: 'Red' }
  applyPlan(catalog, (await previewOf([stored], catalog)).plan)
  const again = [
    { ...row, option1_value: '1.5', option2_value: 'Red' },
    { ...row, option1_value: '1.5', option2_value: 'Blue' },
    { ...row, option1_value: '2', option2_value: 'Red' },
  ]
  const { rows } = await previewOf(again, catalog)
  expect(rows.map(({ kind }) => kind)).toEqual(['add', 'add', 'add'])
  expect(rows.map(({ warnings }) => warnings.map(({ code, column }) => [code, column]))).toEqual([
    [['rewritten_value', 'option1_value']],
    [],
    [],
  ])
})

test('the warning says what happened to the text', async () => {
  expect(await messageOf('00123', "'00123")).toContain('apostrophe')
  expect(await messageOf('Müller', 'MÃ¼ller')).toContain('UTF-8')
})

/** The warnings for a vendor that changes from one text to the other. */
async function warningsOf(before: string, after: string) {
  const row = await changedRow(before, after)
  return row?.warnings.map(({ code, column, value }) => ({ code, column, value }))
}

async function messageOf(before: string, after: string) {
  return (await changedRow(before, after))?.warnings[0]?.message
}

async function changedRow(before: string, after: string) {
  const catalog = emptyCatalog()
  const cells = { handle: 'mug', title: 'Mug', variant_price: '5' }
  applyPlan(catalog, (await previewOf([{ ...cells, vendor: before }], catalog)).plan)
  const [row] = (await previewOf([{ ...cells, vendor: after }], catalog)).rows
  expect(row?.kind).toBe('update')
  return row
}
