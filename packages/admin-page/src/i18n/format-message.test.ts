import { describe, expect, test } from '@jest/globals'
import { formatMessage } from './format-message.ts'

describe('a message', () => {
  const rows = { one: '{count} row in {file}', other: '{count} rows in {file}' }

  test.each([
    ['en', 0, '0 rows in a.csv'],
    ['en', 1, '1 row in a.csv'],
    ['en', 5000, '5,000 rows in a.csv'],
    ['de', 5000, '5.000 rows in a.csv'],
    ['de-DE', 5000, '5.000 rows in a.csv'],
  ])('in %s with the count %d reads %p', (locale, count, text) => {
    expect(formatMessage(locale, rows, { count, file: 'a.csv' })).toBe(text)
  })

  test.each([
    [0, '0 wierszy'],
    [1, '1 wiersz'],
    [2, '2 wiersze'],
    [5, '5 wierszy'],
    [12, '12 wierszy'],
    [22, '22 wiersze'],
    [112, '112 wierszy'],
    [1_000_002, '1 000 002 wiersze'],
    [1.5, '1,5 wiersza'],
  ])('in Polish, which has four plural forms, of %d reads %p', (count, text) => {
    const polish = {
      one: '{count} wiersz',
      few: '{count} wiersze',
      many: '{count} wierszy',
      other: '{count} wiersza',
    }
    expect(formatMessage('pl', polish, { count }).replaceAll(/\s/g, ' ')).toBe(text)
  })

  test('keeps inserted values unchanged', () => {
    expect(formatMessage('en', '{name} & {name}', { name: '$& {count} <b>' })).toBe(
      '$& {count} <b> & $& {count} <b>',
    )
  })

  test('is never shown with a missing value', () => {
    expect(() => formatMessage('en', 'Hello {name}', {})).toThrow('{name}')
  })
})
