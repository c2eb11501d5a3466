import { guard, numberColumns, shortened, unguard } from '@catalog/catalog'
import { maxEdits, maxEditsLength, ServiceError } from '@catalog/contracts'
import type { CellEdit } from '@catalog/contracts'
import { canonical, columnKey } from '@catalog/dialects'
import type { EditedCell } from '@catalog/dialects'
import type { HeaderRow } from './header-row.ts'
import { cleanCell, needsCleaning } from './raw-row.ts'
import type { RawRow } from './raw-row.ts'

interface Placed {
  /** Null: the file's. */
  value: string | null
  /** As the row names its other problems. */
  column: string
  isGuarded: boolean
}

/** How the name of an edit's column is compared with the header: the first way that finds it counts. */
const spellings = [(name: string) => name, columnKey, (name: string) => canonical.normalize(name)]

/**
 * Replaces cells before a dialect reads them, so that the file is read as if it had been written so. An edit's value is
 * what a merchant sees: in a canonical file, the formula guard is put around it here (csv-format.md §7).
 */
export class CellEdits {
  readonly #edits: readonly CellEdit[]
  /** By row and position. */
  readonly #byRow = new Map<number, Map<number, Placed>>()
  /** Those of cells that differ from the file, with the header's names. */
  readonly edits: CellEdit[] = []
  /** By row, what the file has in the cells that differ from it. */
  readonly edited = new Map<number, EditedCell[]>()

  constructor(edits: readonly CellEdit[]) {
    this.#edits = edits
  }

  /**
   * The last edit of a cell counts.
   * @throws ServiceError invalid_request for a column that the header does not have once
   */
  begin({ header, dialect }: Pick<HeaderRow, 'header' | 'dialect'>): void {
    if (this.#edits.length === 0) return
    const find = columnFinder(header)
    for (const edit of this.#edits) {
      const position = find(edit)
      const column = shortened(header[position] ?? '', 200)
      const isGuarded =
        dialect.name === 'canonical' && !numberColumns.has(dialect.normalize(header[position] ?? ''))
      const placed = { value: edit.value?.toWellFormed() ?? null, column, isGuarded }
      const ofRow = this.#byRow.get(edit.row)
      if (ofRow) ofRow.set(position, placed)
      else this.#byRow.set(edit.row, new Map([[position, placed]]))
    }
  }

  /** Replaces the row's cells, in place. */
  apply(raw: RawRow, { header, isReport }: Pick<HeaderRow, 'header' | 'isReport'>): void {
    const edits = this.#byRow.get(raw.row)
    if (!edits) return
    this.#byRow.delete(raw.row)
    const isKept = (position: number) => (edits.get(position)?.value ?? null) === null
    if (raw.unusable) raw.unusable = raw.unusable.filter(({ position }) => isKept(position))
    if (raw.quotes) raw.quotes = { ...raw.quotes, stray: raw.quotes.stray.filter(isKept) }
    const found: EditedCell[] = []
    for (const [position, { value, column, isGuarded }] of edits) {
      const cell = cleanCell(raw.cells[position] ?? '')
      const before = isReport ? unguard(cell) : cell
      const shown = isGuarded ? unguard(before) : before
      if (value === null || shown === value) continue
      this.edits.push({ row: raw.row, column: header[position] ?? '', value })
      found.push({ column, value: shortened(shown, 200) || null })
      const written = isGuarded ? guard(value) : value
      while (raw.cells.length < position) raw.cells.push('')
      raw.cells[position] = isReport ? guard(written) : written
      if (needsCleaning(value)) raw.isOdd = true
    }
    if (found.length > 0) this.edited.set(raw.row, found)
  }

  /** @throws ServiceError invalid_request for a row that the file does not have, and for more edits than a draft can have */
  end(): void {
    const [row] = this.#byRow.keys()
    if (row !== undefined)
      throw invalidEdit({ row }, `The file has no row ${row} with cells below its header.`)
    if (this.edits.length > maxEdits) throw tooMany(`${maxEdits.toLocaleString('en')} edited cells`)
    const length = this.edits.reduce((sum, { value }) => sum + (value?.length ?? 0), 0)
    if (length > maxEditsLength) throw tooMany(`${maxEditsLength / 1024 / 1024} MB of text in edited cells`)
  }
}

function columnFinder(header: string[]): (edit: CellEdit) => number {
  const indexes = spellings.map((spell) => {
    const named = [...header.entries()].filter(([, name]) => name !== '')
    return { spell, positions: Map.groupBy(named, ([, name]) => spell(name)) }
  })
  return ({ row, column }) => {
    for (const { spell, positions } of indexes) {
      const [found, another] = positions.get(spell(column)) ?? []
      if (another)
        throw invalidEdit({ row, column }, `The file has the column “${shortened(column, 200)}” twice.`)
      if (found) return found[0]
    }
    throw invalidEdit({ row, column }, `The file has no column “${shortened(column, 200)}”.`)
  }
}

function tooMany(limit: string): ServiceError {
  const message = `A draft can have up to ${limit}. Correct the file, and upload it again.`
  return new ServiceError('invalid_request', message, { errors: [{ parameter: 'edits', message }] })
}

function invalidEdit(place: { row: number; column?: string }, message: string): ServiceError {
  return new ServiceError('invalid_request', message, { errors: [{ parameter: 'edits', ...place, message }] })
}
