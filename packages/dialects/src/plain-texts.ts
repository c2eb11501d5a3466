import { decodeHTMLStrict } from 'entities'
import type { CsvRecord, Dialect } from './dialect.ts'
import table from './plain-texts.json' with { type: 'json' }

const patterns = new Map(
  Object.entries(table).map(([dialect, pattern]) => [dialect, new RegExp(`^(?:${pattern})$`)]),
)

/**
 * The records with the entities of HTML in names, tags, options and other plain texts decoded, as in `Salt &amp;
 * Pepper`: shop systems export them as their pages have them. Descriptions are HTML and stay as they are, as does all of
 * a canonical file.
 */
export function withPlainTexts(
  { name, normalize }: Pick<Dialect, 'name' | 'normalize'>,
  header: string[],
  records: CsvRecord[],
): CsvRecord[] {
  const pattern = patterns.get(name)
  if (!pattern) return records
  const positions = header.flatMap((column, position) => (pattern.test(normalize(column)) ? [position] : []))
  return records.map((record) => {
    if (!positions.some((position) => record.cells[position]?.includes('&'))) return record
    const cells = record.cells.map((cell, position) =>
      positions.includes(position) ? plainText(cell) : cell,
    )
    return Object.assign({}, record, { cells })
  })
}

/** The text with its entities decoded once; an `&` that begins none stays. */
export function plainText(text: string): string {
  return text.includes('&') ? decodeHTMLStrict(text) : text
}
