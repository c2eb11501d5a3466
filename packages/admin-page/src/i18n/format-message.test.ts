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

  test('keeps what is put in as it is', () => {
    expect(formatMessage('en', '{name} & {name}', { name: '$& {count} <b>' })).toBe(
      '$& {count} <b> & $& {count} <b>',
    )
  })

  test('is never shown half filled', () => {
    expect(() => formatMessage('en', 'Hello {name}', {})).toThrow('{name}')
  })
})
