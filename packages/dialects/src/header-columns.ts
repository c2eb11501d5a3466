import { shortened } from '@catalog/catalog'
import type { CsvRecord } from './dialect.ts'

/** The position of each column of a file, by its normalised name: the second of a name is `name 2`, and so on. */
export class HeaderColumns {
  readonly #positions = new Map<string, number>()

  constructor(header: string[], normalize: (header: string) => string) {
    const counts = new Map<string, number>()
    header.forEach((name, position) => {
      if (name === '') return
      const known = normalize(name)
      const count = (counts.get(known) ?? 0) + 1
      counts.set(known, count)
      this.#positions.set(count === 1 ? known : `${known} ${count}`, position)
    })
  }

  has(name: string): boolean {
    return this.#positions.has(name)
  }

  /** The names of all columns of this name. */
  all(name: string): string[] {
    const names = [name]
    while (this.has(`${name} ${names.length + 1}`)) names.push(`${name} ${names.length + 1}`)
    return names
  }

  names(): string[] {
    return [...this.#positions.keys()]
  }

  /** The record's cell, trimmed; `''` if it is blank or the file has no such column. */
  cell(record: Pick<CsvRecord, 'cells'>, name: string): string {
    const cell = this.raw(record, name)
    return cell === '' ? '' : cell.trim()
  }

  /** The same for a number or a word: a longer text is shortened as for a message. */
  word(record: Pick<CsvRecord, 'cells'>, name: string): string {
    return shortened(this.cell(record, name), 200)
  }

  /** The cell unchanged. */
  raw({ cells }: Pick<CsvRecord, 'cells'>, name: string): string {
    const position = this.#positions.get(name)
    return position === undefined ? '' : (cells[position] ?? '')
  }
}

/** A header as the foreign dialects compare it: trimmed, inner white space collapsed, case ignored (csv-format.md §9). */
export function collapsedHeader(header: string): string {
  return header.trim().replaceAll(/\s+/g, ' ').toLowerCase()
}
