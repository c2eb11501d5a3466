import { describe, expect, test } from '@jest/globals'
import { emptyCatalog, previewAgainst } from '../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'

async function rowsOf(content: string) {
  const { table } = await fileOf(content)
  return previewAgainst(emptyCatalog(), table).rows
}

/** The codes of the rows of a file with these prices. */
async function codesOf(delimiter: string, prices: string[], column = 'variant_price') {
  const rows = await priceRowsOf(delimiter, prices, column)
  return rows.map(({ errors }) => errors.map(({ code }) => code).join())
}

async function messagesOf(delimiter: string, prices: string[]) {
  const rows = await priceRowsOf(delimiter, prices, 'variant_price')
  return rows.map(({ errors }) => errors[0]?.message)
}

async function priceRowsOf(delimiter: string, prices: string[], column: string) {
  const header = ['handle', 'title', ...(column === 'variant_price' ? [column] : ['variant_price', column])]
  const rows = prices.map((price, index) => {
    const cell = price.includes(delimiter) ? `"${price}"` : price
    return [`p-${index}`, 'T', ...(column === 'variant_price' ? [cell] : ['1', cell])].join(delimiter)
  })
  return rowsOf(`${header.join(delimiter)}\n${rows.join('\n')}\n`)
}

describe('a number such as 1.299 in a file that semicolons separate', () => {
  test('is an error if nothing shows that its dot is a decimal one', async () => {
    expect(await codesOf(';', ['1.299', '5', '12.000', ' 3.500 '])).toEqual([
      'ambiguous_number',
      '',
      'ambiguous_number',
      'ambiguous_number',
    ])
  })

  test.each(['1.5', '12.99', '0.125', '1234.567', '1.2990'])('is a number beside %s', async (other) => {
    expect(await codesOf(';', ['1.299', other, '12.000'])).toEqual(['', '', ''])
  })

  test('is judged for each column separately, including quantities', async () => {
    expect(await codesOf(';', ['1.000', '3'], 'variant_inventory_quantity')).toEqual(['ambiguous_number', ''])
    expect(await codesOf(';', ['1.000', '3.0'], 'variant_inventory_quantity')).toEqual(['', ''])
    expect(await codesOf(';', ['0.250', '0.500'], 'variant_weight_grams')).toEqual(['', ''])
  })

  test('is one error in a file with decimal commas, whose other numbers are read', async () => {
    expect(await codesOf(';', ['1.299', '12,50', '3'])).toEqual(['invalid_number', '', ''])
  })

  test('is a number in a file that commas separate', async () => {
    expect(await codesOf(',', ['1.299', '5'])).toEqual(['', ''])
  })
})

describe('thousands separators beside decimal commas', () => {
  test('are errors that do not make the other numbers errors', async () => {
    expect(await codesOf(';', ['1.250,00', '59,90', '1.250.000', '7'])).toEqual([
      'invalid_number',
      '',
      'invalid_number',
      '',
    ])
    expect(await codesOf(';', ['1.250,00', '7'])).toEqual(['invalid_number', ''])
    expect(await codesOf(';', ['1,250.00', '59,90'])).toEqual(['invalid_number', 'invalid_number'])
  })

  test('have the same number without them as the advice', async () => {
    expect(await messagesOf(';', ['1.250,00', '1.250.000,5', '12 €', '59,90'])).toEqual([
      expect.stringContaining('as in 1250,00.'),
      expect.stringContaining('as in 1250000,5.'),
      expect.stringContaining('as in 1299,00.'),
      undefined,
    ])
    expect(await messagesOf(',', ['1,250.00', '1,250,000', '1,250'])).toEqual([
      expect.stringContaining('as in 1250.00.'),
      expect.stringContaining('as in 1250000.'),
      expect.stringContaining('as in 1299.00.'),
    ])
  })
})
