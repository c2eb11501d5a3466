import { describe, expect, test } from '@jest/globals'
import { emptyCatalog, previewAgainst } from '../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../test/support/preview/csv-files.ts'

/** The codes of the rows of a file with these prices. */
async function codesOf(delimiter: string, prices: string[], column = 'variant_price') {
  const { rows } = await previewOfPrices(delimiter, prices, column)
  return rows.map(({ errors }) => errors.map(({ code }) => code).join())
}

async function pricesOf(delimiter: string, prices: string[]) {
  const { rows } = await previewOfPrices(delimiter, prices)
  return rows.map(({ changes }) => changes.find(({ field }) => field === 'variant_price')?.after)
}

async function previewOfPrices(delimiter: string, prices: string[], column = 'variant_price') {
  const header = ['handle', 'title', ...(column === 'variant_price' ? [column] : ['variant_price', column])]
  const rows = prices.map((price, index) => {
    const cell = price.includes(delimiter) ? `"${price}"` : price
    return [`p-${index}`, 'T', ...(column === 'variant_price' ? [cell] : ['1', cell])].join(delimiter)
  })
  const { table } = await fileOf(`${header.join(delimiter)}\n${rows.join('\n')}\n`)
  return previewAgainst(emptyCatalog(), table)
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
  test('are read where they can be nothing else', async () => {
    expect(await pricesOf(';', ['1.250,00', '59,90', '1.250.000', '7', ',99', '1 299,5', '1’299.–'])).toEqual(
      ['1250.00', '59.90', '1250000.00', '7.00', '0.99', '1299.50', '1299.00'],
    )
    expect(await pricesOf(',', ['1,250.00', '1,250,000', '.5', '12 345.6'])).toEqual([
      '1250.00',
      '1250000.00',
      '0.50',
      '12345.60',
    ])
  })

  test('are errors where a decimal mark of the file is the other one, or none is certain', async () => {
    expect(await codesOf(';', ['1,250.00', '59,90'])).toEqual(['', 'invalid_number'])
    expect(await codesOf(',', ['1,250', '12 34'])).toEqual(['invalid_number', 'invalid_number'])
  })
})

describe('a currency', () => {
  test.each([
    ['12.00 USD', 'US$249.00', 'USD'],
    ['$249.00', '$ 5', '$'],
    ['£12', 'GBP 1,250.5', 'GBP'],
    ['CHF 12.–', 'Fr. 1’299.50', 'CHF'],
    ['12 kr.', '5:-', 'kr'],
  ])('that all prices have is left out, with a warning of the file: %s, %s', async (one, other, currency) => {
    const { rows, warnings } = await previewOfPrices(',', [one, other, ''])
    expect(rows.map(({ errors }) => errors.map(({ code }) => code).join())).toEqual(['', '', 'no_variant'])
    expect(warnings).toMatchObject([{ code: 'currency_left_out', parameters: { currency } }])
  })

  test.each([['19,90 €'], ['EUR 19,90'], ['19,90 Euro'], ['€19,90']])(
    'is no obstacle to a decimal comma: %s',
    async (price) => {
      const { rows, warnings } = await previewOfPrices(';', [price, '1.299,00 €'])
      expect(
        rows.map(({ changes }) => changes.find(({ field }) => field === 'variant_price')?.after),
      ).toEqual(['19.90', '1299.00'])
      expect(warnings.map(({ code }) => code)).toEqual(['decimal_comma', 'currency_left_out'])
    },
  )

  test('beside another one is an error, and so is what is none', async () => {
    expect(await codesOf(',', ['$5', '5 €', '7'])).toEqual(['invalid_number', 'invalid_number', ''])
    expect(await codesOf(',', ['$5', '7'])).toEqual(['invalid_number', ''])
    expect(await codesOf(',', ['5 pcs', '5%', '$5 €'])).toEqual(Array(3).fill('invalid_number'))
    expect(await codesOf(',', ['500 g', '€5'], 'variant_weight_grams')).toEqual(
      Array(2).fill('invalid_number'),
    )
  })
})
