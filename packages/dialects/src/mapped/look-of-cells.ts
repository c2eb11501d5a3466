import { isQuantityText } from '../blank-numbers.ts'
import { statusOf, truthOf } from './cell-words.ts'
import type { Target } from './words/word-list.ts'

/** Whether a cell looks like a value of the column. */
type Look = (cell: string) => boolean

/** With a currency or a unit, too. */
const isNumber: Look = (cell) =>
  /^[-+]?(?:\p{Sc}|[a-z]{3})?\s?\d[\d.,'\s]{0,20}(?:\p{Sc}|[\p{L}.]{1,4})?$/iu.test(cell)
const isWhole: Look = (cell) => /^[-+]?\d{1,9}(?:[.,]0{1,4})?$/.test(cell)
const hasLetters: Look = (cell) => /\p{L}{2}/u.test(cell)
const isCode: Look = (cell) => cell.length <= 64 && cell.split(' ').length <= 3
const isAddress: Look = (cell) => /^(?:https?:)?\/\//i.test(cell)
/** Numbers for a status mean different things in different systems. */
const isStatus: Look = (cell) => hasLetters(cell) && statusOf(cell) !== undefined
const isTruth: Look = (cell) => truthOf(cell) !== undefined
/** Not a list of all values that a product comes in. */
const isOneValue: Look = (cell) => !/[|;]|,[^,]*,/.test(cell)
const isHandle: Look = (cell) => /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}_.-]*$/u.test(cell)

const looks = new Map<string, Look>(
  Object.entries({
    handle: isHandle,
    title: hasLetters,
    vendor: hasLetters,
    status: isStatus,
    variant_sku: isCode,
    variant_barcode: (cell) => /^\d{8,14}$/.test(cell),
    variant_price: isNumber,
    variant_compare_at_price: isNumber,
    variant_inventory_quantity: (cell) => isWhole(cell) || (/\d/.test(cell) && isQuantityText(cell)),
    variant_weight_grams: isNumber,
    variant_requires_shipping: isTruth,
    variant_taxable: isTruth,
    variant_image_url: isAddress,
    image_url: isAddress,
    image_position: isWhole,
    option: isOneValue,
  } satisfies Partial<Record<Target, Look>>),
)

/** Columns whose cells must fit: another system's words would make an error of each row. */
const isCertainOnly = new Set(['status', 'variant_requires_shipping', 'variant_taxable'])

/** Whether most of the cells fit the column; without cells, true for most columns. */
export function mayBe(target: string, cells: string[]): boolean {
  const look = looks.get(target)
  if (isCertainOnly.has(target) && cells.length === 0) return false
  return look === undefined || cells.length === 0 || shareOf(cells, look) >= 0.5
}

/** Whether weights without a unit are grams: they do not look like kilograms. */
export function areGrams(cells: string[]): boolean {
  return cells.length > 0 && cells.every((cell) => /^\d{2,6}$/.test(cell))
}

/** The column that the cells must belong to, whatever the name of their column. */
export function lookOf(cells: string[]): Target | undefined {
  if (cells.length < 2) return undefined
  if (shareOf(cells, isGtin) >= 0.8) return 'variant_barcode'
  if (shareOf(cells, isPicture) >= 0.8) return 'image_url'
  if (shareOf(cells, (cell) => /<\/?(?:p|br|ul|li|div|strong|b|h\d)\b/i.test(cell)) >= 0.5)
    return 'description_html'
  if (shareOf(cells, (cell) => /^(?:[€$£]\s?)?\d{1,6}[.,]\d\d(?:\s?(?:€|\$|£|zł))?$/.test(cell)) >= 0.8)
    return 'variant_price'
  return undefined
}

function isPicture(cell: string): boolean {
  return isAddress(cell) && /\.(?:jpe?g|png|webp|gif|avif|tiff?)(?:$|\?)/i.test(cell)
}

/** Whether it is a number of 8, 12, 13 or 14 digits with a valid check digit. */
function isGtin(cell: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(cell)) return false
  const digits = Array.from(cell, Number).toReversed()
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 1 ? 3 : 1), 0)
  return sum % 10 === 0 && sum > 0
}

function shareOf(cells: string[], look: Look): number {
  return cells.filter(look).length / cells.length
}
