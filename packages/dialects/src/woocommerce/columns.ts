import { collapsedHeader } from '../header-columns.ts'
import { fittingKey } from '../metadata-columns.ts'
import { nearestHeader } from '../nearest-name.ts'
import { OffSale } from '../off-sale.ts'
import { isWeightUnit } from '../weight-in-grams.ts'
import type { WeightUnit } from '../weight-in-grams.ts'
import { toEnglish } from './languages/to-english.ts'
import names from './columns.json' with { type: 'json' }

/** What the shop does not sell. */
export const offSale = new OffSale('woocommerce')

/**
 * The columns that are read, by WooCommerce's English names, in addition to `Weight (kg)` in any unit and each
 * attribute's name and values.
 */
export const readColumns = [...names, ...offSale.columns]

/** WooCommerce's columns that the catalog lacks: not read, and not taken for misspellings. */
const foreignColumns =
  /^(?:is featured\?|short description|tax class|low stock amount|backorders allowed\?|sold individually\?|(?:length|width|height) \(.*|allow customer reviews\?|purchase note|categories|shipping class|download .*|grouped products|upsells|cross-sells|external url|button text|position|cost of goods|attribute \d+ (?:visible|global|default)|meta: .*)$/

/** The weight in any unit, so that a file cannot have two. */
export const weightColumn = 'weight (unit)'

const readNames = new Set<string>([...readColumns.map(collapsedHeader), weightColumn])

/**
 * In English, whatever the language of the header. Keys of `Meta: x` that differ only by case are not duplicate
 * columns.
 */
export function normalize(header: string): string {
  const name = toEnglish(header).trim()
  if (/^meta:/i.test(name)) return `meta: ${name.slice('meta:'.length).trimStart()}`
  return unitOf(name) === undefined ? collapsedHeader(name) : weightColumn
}

/** The unit of a header such as `Weight (lbs)`; undefined for any other header. */
export function weightUnit(header: string): WeightUnit | undefined {
  return unitOf(toEnglish(header))
}

function unitOf(name: string): WeightUnit | undefined {
  const unit = /^weight \((.*)\)$/.exec(collapsedHeader(name))?.[1]
  return unit !== undefined && isWeightUnit(unit) ? unit : undefined
}

/** The number of a (normalised) header such as `attribute 2 name`. */
export function attributeNumber(header: string): number | undefined {
  const number = /^attribute (\d{1,6}) (?:name|value\(s\))$/.exec(header)?.[1]
  return number === undefined ? undefined : Number(number)
}

/** The metadata key of a (normalised) header such as `meta: care`; WordPress hides keys that begin with `_`. */
export function metaKey(header: string): string | undefined {
  const key = header.startsWith('meta: ') ? header.slice('meta: '.length) : '_'
  return key.startsWith('_') ? undefined : fittingKey(key)
}

export function isKnown(header: string): boolean {
  return isRead(header) || metaKey(header) !== undefined
}

/**
 * Whether a short row that lacks the column is reported. Custom fields are not: WooCommerce adds their columns in the
 * course of an export, so that earlier rows are shorter.
 */
export function isRead(header: string): boolean {
  return readNames.has(header) || attributeNumber(header) !== undefined
}

export function nearestColumn(header: string): string | null {
  if (foreignColumns.test(header)) return null
  const number = /^attribute (\d{1,6})/.exec(header)?.[1] ?? '1'
  const attribute = [`Attribute ${number} name`, `Attribute ${number} value(s)`]
  return nearestHeader(header, [...readColumns, 'Weight (kg)', ...attribute])
}
