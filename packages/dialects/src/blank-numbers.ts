import { shortened } from '@catalog/catalog'
import table from './blank-numbers.json' with { type: 'json' }
import type { CsvRecord, Dialect } from './dialect.ts'
import { addIssue } from './row-issues.ts'

const words = new Set(table.words)
const longestWord = Math.max(...table.words.map(({ length }) => length))

type Kind = 'number' | 'quantity'

function patternsOf(kind: Kind): Map<string, RegExp> {
  return new Map(Object.entries(table[kind]).map(([name, text]) => [name, new RegExp(`^(?:${text})$`)]))
}

const numbers = patternsOf('number')
const quantities = patternsOf('quantity')

/**
 * The records without words for nothing (`N/A`, `-`) in numbers that may be blank, each with a warning; of a quantity, as
 * if the file had none. A price that is none stays, to be refused.
 */
export function withBlankNumbers(
  { name, normalize, targetOf = normalize }: Pick<Dialect, 'name' | 'normalize' | 'targetOf'>,
  header: string[],
  records: CsvRecord[],
): CsvRecord[] {
  const found = header.flatMap((column, position) => {
    const target = targetOf(column)
    const isQuantity = quantities.get(name)?.test(target) ?? false
    return isQuantity || numbers.get(name)?.test(target) ? [{ position, column, isQuantity }] : []
  })
  const changed = new Set<CsvRecord>()
  for (const { position } of found)
    for (const record of records) if (saysNothing(record.cells[position] ?? '')) changed.add(record)
  if (changed.size === 0) return records
  return records.map((record) => {
    if (!changed.has(record)) return record
    const blank = found.filter(({ position }) => saysNothing(record.cells[position] ?? ''))
    const cells = [...record.cells]
    const warnings = [...(record.warnings ?? [])]
    for (const { position, column, isQuantity } of blank) {
      const place = { column: shortened(column, 200), value: (cells[position] ?? '').trim() }
      addIssue(warnings, { ...place, code: 'ignored_value', parameters: { case: 'no_number' } })
      if (isQuantity) addIssue(warnings, { ...place, code: 'quantity_missing' })
      cells[position] = ''
    }
    return Object.assign({}, record, { cells, warnings })
  })
}

const digits = { from: 0x30, to: 0x39 }

function saysNothing(cell: string): boolean {
  // Most cells are numbers.
  const first = cell.charCodeAt(0)
  if (cell === '' || (first >= digits.from && first <= digits.to)) return false
  const text = cell.trim()
  return text.length <= longestWord && words.has(text.toLowerCase())
}
