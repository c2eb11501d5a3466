import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { descriptionOf, listOf, unguarded } from './cells.ts'

describe('what WooCommerce’s exporter writes is read back', () => {
  test('lists, whose commas it escapes', () => {
    const value = fc
      .string({ unit: fc.constantFrom('a', 'é', ',', ' ', '\\', '>'), minLength: 1 })
      .map((text) => text.trim())
      // A value that ends in a backslash looks like an escaped comma.
      .filter((text) => text !== '' && !/\\$|\\,/.test(text))
    fc.assert(
      fc.property(fc.array(value), (values) => {
        expect(listOf(values.map((text) => text.replaceAll(',', '\\,')).join(', '))).toEqual(values)
      }),
    )
  })

  test('descriptions, whose line breaks it writes as \\n', () => {
    const description = fc
      .string({ unit: fc.constantFrom('a', 'n', '\\', '\n', '<p>') })
      // It writes the same for a backslash before a line break as for the text \n.
      .filter((text) => !text.includes('\\\n'))
    fc.assert(
      fc.property(description, (text) => {
        expect(descriptionOf(text.replaceAll('\\n', '\\\\n').replaceAll('\n', '\\n'))).toBe(text)
      }),
    )
  })

  test('texts that a spreadsheet could take for a formula, which it guards', () => {
    const text = fc
      .string({ unit: fc.constantFrom('a', '=', '+', '-', '@', '\t', "'") })
      // It does not guard its own guard.
      .filter((value) => !/^'[=+\-@\t\r]/.test(value))
    fc.assert(
      fc.property(text, (value) => {
        expect(unguarded(guard(value))).toBe(value)
      }),
    )
  })
})

function guard(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
