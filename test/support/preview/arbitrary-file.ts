import { canonicalColumnNames, writeCsv } from '@catalog/catalog'
import { arbitraryText } from '@catalog/catalog/testing'
import * as fc from 'fast-check'
import cells from './few-cells.json' with { type: 'json' }

/**
 * Few values for each column, so that rows often share products, variants, SKUs and images, and contradict each other.
 */
const few: Record<string, string[]> = cells.usual

/** A small canonical file, occasionally with errors. */
export const arbitraryFile: fc.Arbitrary<string> = fc
  .record({
    chosen: fc.subarray([...canonicalColumnNames, 'metadata.care']),
    options: fc.constantFrom(...cells.optionSets),
    hasOptionColumns: fc.boolean(),
  })
  .chain(({ chosen, options, hasOptionColumns }) => {
    const columns = canonicalColumnNames
      .filter((name) =>
        name.startsWith('option') ? hasOptionColumns : needed.has(name) || chosen.includes(name),
      )
      .concat(chosen.includes('metadata.care') ? ['metadata.care'] : [])
    return fc
      .array(fc.tuple(...columns.map((column) => cellOf(column, options))), { minLength: 1, maxLength: 7 })
      .filter((rows) => rows.some((row) => row.some((cell) => cell.trim() !== '')))
      .map((rows) => writeCsv([columns, ...rows]))
  })

const needed = new Set(['handle', 'title', 'variant_price'])

function cellOf(column: string, options: string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 150, arbitrary: usualCell(column, options) },
    // Occasionally other contents.
    { weight: 1, arbitrary: fc.oneof(fc.constantFrom(...cells.odd), arbitraryText) },
  )
}

function usualCell(column: string, options: string[]): fc.Arbitrary<string> {
  const option = /^option(\d)_(name|value)$/.exec(column)
  if (option) {
    const name = options[Number(option[1]) - 1]
    if (name === undefined) return fc.constant('')
    return option[2] === 'name' ? fc.constantFrom(name, name, '') : fc.constantFrom(...cells.optionValues)
  }
  return fc.constantFrom(...(few[column] ?? ['', "'=x "]))
}
