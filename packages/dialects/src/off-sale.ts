import { booleanOf, shortened } from '@catalog/catalog'
import type { CanonicalRow } from './dialect.ts'
import { collapsedHeader } from './header-columns.ts'
import table from './off-sale.json' with { type: 'json' }
import { addIssue, issueOf } from './row-issues.ts'
import stock from './stock-words.json' with { type: 'json' }

/**
 * The columns by which a system says that something is not sold, each with words besides those for yes and no
 * (csv-format.md §9). `published`: the words for yes; any other text means a draft. `for_sale`, `listed` and `in_stock`:
 * the words for no; a variant is listed by its product. `…` is any name that begins so.
 */
type System = Partial<
  Record<'published' | 'for_sale' | 'listed' | 'in_stock', Record<string, readonly string[]>>
>

const systems: Record<keyof typeof table, System> = table

type Cell = (column: string) => string
type Issues = Pick<CanonicalRow, 'warnings'>
type Row = Pick<CanonicalRow, 'warnings' | 'inStock'>

interface Column {
  /** As the system spells it, and as headers are compared. */
  spelled: string
  name: string
  isOff: (word: string) => boolean
}

/** A cell that says no. */
export interface Off {
  column: string
  value: string
}

/** Reads what a system keeps off sale, so that it is not for sale here either. */
export class OffSale {
  readonly #published: Column[]
  readonly #forSale: Column[]
  readonly #listed: Column[]
  readonly #inStock: Column[]

  constructor(system: keyof typeof table) {
    const { published = {}, for_sale: forSale = {}, listed = {}, in_stock: inStock = {} } = systems[system]
    this.#published = columnsOf(published, (word, yes) => !(booleanOf(word) ?? yes.includes(word)))
    this.#forSale = columnsOf(forSale, isNo)
    this.#listed = columnsOf(listed, isNo)
    this.#inStock = columnsOf(inStock, (word, words) => isSoldOut(word) || isNo(word, words))
  }

  /** The columns that it reads, as the system spells them. */
  get columns(): string[] {
    return [this.#published, this.#forSale, this.#listed, this.#inStock].flat().map(({ spelled }) => spelled)
  }

  /** `active` or `draft`; `''` if the row does not say. Warns of a draft that the system shows to customers. */
  status(cell: Cell, row: Issues): string {
    const off = this.notForSale(cell)
    const status = this.#statusOf(cell)
    if (!off || status === 'draft') return status
    warnOfOffSale(row, off)
    return 'draft'
  }

  /** The cell that says that a product, which may be visible, cannot be bought or found. */
  notForSale(cell: Cell): Off | undefined {
    return firstOff(this.#forSale, cell) ?? firstOff(this.#listed, cell)
  }

  #statusOf(cell: Cell): string {
    if (firstOff(this.#published, cell)) return 'draft'
    return this.#published.some(({ name }) => cell(name) !== '') ? 'active' : ''
  }

  /** Warns of a variant that the system does not sell: here it is for sale when its product is. */
  warnOfVariant(cell: Cell, { warnings }: Issues): void {
    const off = firstOff(this.#published, cell) ?? firstOff(this.#forSale, cell)
    if (!off) return
    addIssue(warnings, issueOf('status', 'ignored_value', off.value, { case: 'hidden_variant' }))
  }

  /** The quantity, or 0 if the system says that the variant is sold out. */
  quantity(cell: Cell, quantity: string, row: Row): string {
    const off = firstOff(this.#inStock, cell)
    if (!off) {
      if (quantity === '') row.inStock = this.#inStock.find(({ name }) => cell(name) !== '')?.spelled
      return quantity
    }
    return Number(quantity) > 0 ? unsoldQuantity(row, off, quantity) : sharedQuantity(quantity) || '0'
  }
}

const soldOut = new Set(stock.sold_out)

/** Whether a text, in the form of `wordOf`, says that nothing is in stock, in any language. */
export function isSoldOut(word: string): boolean {
  return soldOut.has(word)
}

/** Warns that a product becomes a draft because of the cell. */
export function warnOfOffSale({ warnings }: Issues, { column, value }: Off): void {
  addIssue(warnings, issueOf('status', 'off_sale', value, { case: 'draft', cell: column }))
}

/** 0 for a variant that is kept off sale, with a warning if the file has another quantity. */
export function unsoldQuantity({ warnings }: Issues, off: Off | undefined, quantity: string): string {
  if (!off) return quantity
  if (!sharedQuantity(quantity)) {
    addIssue(
      warnings,
      issueOf('variant_inventory_quantity', 'off_sale', quantity || null, {
        case: 'sold_out',
        cell: off.column,
      }),
    )
  }
  return sharedQuantity(quantity) || '0'
}

/** What each of several variants has of a quantity that they share: it belongs to none of them, unless it is sold out. */
export function sharedQuantity(quantity: string): string {
  return quantity !== '' && Number(quantity) <= 0 ? quantity : ''
}

/** Of the markets or shops that a row names: no, if it is sold in none of them. */
export function ofPlaces(cells: string[]): string {
  const filled = cells.filter(Boolean)
  return filled.find((cell) => booleanOf(cell) !== false) ?? filled[0] ?? ''
}

function columnsOf(
  columns: Record<string, readonly string[]>,
  isOff: (word: string, words: readonly string[]) => boolean,
): Column[] {
  return Object.entries(columns).map(([spelled, words]) => ({
    spelled,
    name: collapsedHeader(spelled),
    isOff: (word) => isOff(word, words),
  }))
}

/** The words come first: a `1` may be the number of a setting and no yes. */
function isNo(word: string, words: readonly string[]): boolean {
  return words.includes(word) || booleanOf(word) === false
}

function firstOff(columns: Column[], cell: Cell): Off | undefined {
  for (const { spelled, name, isOff } of columns) {
    const value = shortened(cell(name), 200)
    if (value !== '' && isOff(wordOf(value))) return { column: spelled, value }
  }
  return undefined
}

/** `Out of stock`, `out-of-stock` and `outofstock` are one word; `1.0` is `1`. */
export function wordOf(value: string): string {
  const word = value.toLowerCase()
  if (/^[a-z\d]*$/.test(word)) return word
  return word.replaceAll(/(?<=\p{L})[\s_-]+(?=\p{L})/gu, '').replace(/\.0+$/, '')
}
