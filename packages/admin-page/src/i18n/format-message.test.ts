import { describe, expect, test } from '@jest/globals'
import cases from './format-message.cases.json' with { type: 'json' }
import { formatMessage } from './format-message.ts'

describe('a message', () => {
  const rows = { one: '{count} row in {file}', other: '{count} rows in {file}' }

  test.each(cases.rows)('in $locale with the count $count reads $text', ({ locale, count, text }) => {
    expect(formatMessage(locale, rows, { count, file: 'a.csv' })).toBe(text)
  })

  test.each(cases.polish)(
    'in Polish, which has four plural forms, of $count reads $text',
    ({ count, text }) => {
      const polish = {
        one: '{count} wiersz',
        few: '{count} wiersze',
        many: '{count} wierszy',
        other: '{count} wiersza',
      }
      expect(formatMessage('pl', polish, { count }).replaceAll(/\s/g, ' ')).toBe(text)
    },
  )

  test('keeps inserted values unchanged', () => {
    expect(formatMessage('en', '{name} & {name}', { name: '$& {count} <b>' })).toBe(
      '$& {count} <b> & $& {count} <b>',
    )
  })

  test('is never shown with a missing value', () => {
    expect(() => formatMessage('en', 'Hello {name}', {})).toThrow('{name}')
  })
})
