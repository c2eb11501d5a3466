import { showDate, showIsoDate, showNumber } from './show-number.ts'
import type { Styles } from './styles.ts'
import { mostUnits, RichText, withoutEscapes } from './texts.ts'
import type { SharedTexts } from './texts.ts'
import { damaged } from './unreadable.ts'
import type { Attributes, XmlContent } from './xml.ts'

/** The tables that cells refer to. */
export interface SheetTables {
  styles: Styles
  texts: SharedTexts
  is1904: boolean
  /** Saved results of formulas do not count: the program that wrote them asks that they be computed. */
  isUncomputed: boolean
}

/** Cells of a row, at most, and the error if it has more. */
export interface SheetWidth {
  maxWidth: number
  tooManyColumns: (row: number) => Error
}

/** A cell of a workbook that is neither text nor a number. */
export interface UnusableCell {
  position: number
  /** `not_computed` is a formula without a computed value. */
  kind: 'date' | 'error' | 'not_computed'
}

/** A row with at least one filled cell. */
export interface SheetRow {
  row: number
  cells: string[]
  unusable: UnusableCell[]
}

/** The last row that the format allows. */
const maxRow = 1_048_576

/** Reads the rows of a sheet one by one. */
export class Sheet implements XmlContent {
  readonly #tables: SheetTables
  readonly #width: SheetWidth
  readonly #take: (row: SheetRow) => void
  #row: SheetRow = { row: 0, cells: [], unusable: [] }
  #position = -1
  #cell: Attributes = {}
  /** Undefined if the cell has none. */
  #formula: string | undefined
  #value: string | undefined
  readonly #inline = new RichText()
  #isIn: 'rows' | 'row' | 'cell' | 'formula' | 'value' | 'inline' | undefined
  isDone = false

  constructor(tables: SheetTables, width: SheetWidth, take: (row: SheetRow) => void) {
    this.#tables = tables
    this.#width = width
    this.#take = take
  }

  open(name: string, attributes: Attributes): void {
    switch (this.#isIn) {
      case undefined:
        if (name === 'sheetData' && !this.isDone) this.#isIn = 'rows'
        return
      case 'rows':
        if (name === 'row') this.#beginRow(attributes.r)
        return
      case 'row':
        if (name === 'c') this.#beginCell(attributes)
        return
      case 'cell':
        if (name === 'v') this.#beginValue()
        else if (name === 'f') this.#beginFormula()
        else if (name === 'is') this.#isIn = 'inline'
        return
      case 'inline':
        this.#inline.open(name)
        return
      case 'formula':
      case 'value':
    }
  }

  text(text: string): void {
    if (this.#isIn === 'inline') this.#inline.add(text)
    else if (this.#isIn === 'value') this.#value = longer(this.#value, text)
    else if (this.#isIn === 'formula') this.#formula = longer(this.#formula, text)
  }

  close(name: string): void {
    switch (this.#isIn) {
      case undefined:
        return
      case 'rows':
        if (name === 'sheetData') this.#end()
        return
      case 'row':
        if (name === 'row') this.#endRow()
        return
      case 'cell':
        if (name === 'c') this.#endCell()
        return
      case 'formula':
        if (name === 'f') this.#isIn = 'cell'
        return
      case 'value':
        if (name === 'v') this.#isIn = 'cell'
        return
      case 'inline':
        this.#inline.close(name)
        if (name === 'is') this.#isIn = 'cell'
    }
  }

  #end(): void {
    this.#isIn = undefined
    this.isDone = true
  }

  #beginRow(reference: string | undefined): void {
    const number = reference === undefined ? this.#row.row + 1 : Number(reference)
    if (!Number.isInteger(number) || number <= this.#row.row || number > maxRow) throw damaged('rows')
    this.#row = { row: number, cells: [], unusable: [] }
    this.#position = -1
    this.#isIn = 'row'
  }

  #endRow(): void {
    this.#isIn = 'rows'
    if (this.#row.cells.length > 0) this.#take(this.#row)
  }

  #beginCell(attributes: Attributes): void {
    this.#position = attributes.r === undefined ? this.#position + 1 : positionOf(attributes.r)
    this.#cell = attributes
    this.#formula = undefined
    this.#value = undefined
    this.#isIn = 'cell'
  }

  #beginValue(): void {
    this.#value ??= ''
    this.#isIn = 'value'
  }

  #beginFormula(): void {
    this.#formula ??= ''
    this.#isIn = 'formula'
  }

  #endCell(): void {
    this.#isIn = 'row'
    const text = this.#show()
    if (text === '') return
    const { row, cells } = this.#row
    if (this.#position >= this.#width.maxWidth) throw this.#width.tooManyColumns(row)
    if (cells[this.#position]) throw damaged('a cell twice')
    while (cells.length < this.#position) cells.push('')
    cells[this.#position] = text
  }

  #show(): string {
    const value = this.#value ?? ''
    if (this.#formula !== undefined && this.#tables.isUncomputed) {
      return this.#refuse('not_computed', `=${this.#formula}`)
    }
    switch (this.#cell.t ?? 'n') {
      case 's':
        return value === '' ? '' : this.#sharedText(value)
      case 'inlineStr':
        return this.#inline.take() || withoutEscapes(value)
      case 'str':
        return withoutEscapes(value)
      case 'b':
        return value === '' ? '' : value === '1' || value === 'true' ? 'TRUE' : 'FALSE'
      case 'e':
        return this.#refuse('error', value)
      case 'd':
        return this.#refuse('date', showIsoDate(value))
      default:
        return this.#showNumber(value.trim())
    }
  }

  #sharedText(index: string): string {
    const text = /^\d+$/.test(index) ? this.#tables.texts.at(Number(index)) : undefined
    if (text === undefined) throw damaged('a shared text that is not there')
    return text
  }

  #showNumber(value: string): string {
    if (value === '') {
      // Some programs write formulas without computing them.
      return this.#formula === undefined ? '' : this.#refuse('not_computed', `=${this.#formula}`)
    }
    const number = isDecimal.test(value) ? Number(value) : Number.NaN
    if (!Number.isFinite(number)) return value
    const format = this.#tables.styles.formatOf(this.#cell.s)
    if (format.kind !== 'date') return showNumber(number, format)
    return this.#refuse('date', showDate(number, format, this.#tables))
  }

  /** The cell's value is not usable in its column. */
  #refuse(kind: UnusableCell['kind'], text: string): string {
    if (text !== '') this.#row.unusable.push({ position: this.#position, kind })
    return text
  }
}

const isDecimal = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i

function longer(text: string | undefined, more: string): string {
  return text === undefined || text.length < mostUnits ? (text ?? '') + more : text
}

/** The column of `XFD12`, from 0. */
function positionOf(reference: string): number {
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(reference)?.[1]
  if (letters === undefined) throw damaged('a cell without a place')
  let position = 0
  for (const letter of letters) position = position * 26 + letter.charCodeAt(0) - 64
  return position - 1
}
