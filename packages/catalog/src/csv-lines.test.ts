import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { csvLines } from './csv-lines.ts'
import { writeCsv } from './csv-writing.ts'
import { anyCharacter } from './testing/any-character.ts'

test('lines are byte for byte those of the canonical writer, whatever the cells contain', () => {
  const cell = fc.oneof(
    fc.constantFrom('', '"', ',', '\r', '\n', '\r\n', ' ', "'", '\uFEFF', 'a;b', 'tab\t'),
    fc.string({ unit: anyCharacter }),
  )
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(rows, (table) => {
      expect(csvLines(table)).toBe(writeCsv(table, { bom: false }))
    }),
    { numRuns: 2_000 },
  )
})
