import { collapsedHeader } from '../header-columns.ts'
import { nearestHeader } from '../nearest-name.ts'
import { isWeightUnit, type WeightUnit } from '../weight-in-grams.ts'

/** What is read, as WooCommerce writes it; with `Weight (kg)` in any unit and each attribute's name and values. */
export const readColumns = [
  'ID',
  'Type',
  'SKU',
  'GTIN, UPC, EAN, or ISBN',
  'Name',
  'Published',
  'Description',
  'Tax status',
  'Stock',
  'Sale price',
  'Regular price',
  'Tags',
  'Brands',
  'Images',
  'Parent',
] as const

/** WooCommerce's own columns that have no place in the catalog: not known, and no misspelling of a known one. */
const foreignColumns =
  /^(?:is featured\?|visibility in catalog(?:ue)?|short description|date sale price (?:starts|ends)|tax class|in stock\?|low stock amount|backorders allowed\?|sold individually\?|(?:length|width|height) \(.*|allow customer reviews\?|purchase note|categories|shipping class|download .*|grouped products|upsells|cross-sells|external url|button text|position|cost of goods|attribute \d+ (?:visible|global|default)|meta: .*)$/

/** The weight, whatever its unit, so that a file cannot have two. */
export const weightColumn = 'weight (unit)'

const readNames = new Set<string>([...readColumns.map(collapsedHeader), weightColumn])

/** The keys of `Meta: x` differ also by case; two that differ by case only are not a duplicate column. */
export function normalize(header: string): string {
  const name = header.trim()
  if (/^meta:/i.test(name)) return `meta: ${name.slice('meta:'.length).trimStart()}`
  return weightUnit(header) === undefined ? collapsedHeader(header) : weightColumn
}

/** The unit of a header such as `Weight (lbs)`; undefined for any other header. */
export function weightUnit(header: string): WeightUnit | undefined {
  const unit = /^weight \((.*)\)$/.exec(collapsedHeader(header))?.[1]
  return unit !== undefined && isWeightUnit(unit) ? unit : undefined
}

/** The number of a (normalised) header such as `attribute 2 name`. */
export function attributeNumber(header: string): number | undefined {
  const number = /^attribute (\d{1,6}) (?:name|value\(s\))$/.exec(header)?.[1]
  return number === undefined ? undefined : Number(number)
}

export function isKnown(header: string): boolean {
  return readNames.has(header) || attributeNumber(header) !== undefined
}

export function nearestColumn(header: string): string | null {
  if (foreignColumns.test(header)) return null
  const number = /^attribute (\d{1,6})/.exec(header)?.[1] ?? '1'
  const attribute = [`Attribute ${number} name`, `Attribute ${number} value(s)`]
  return nearestHeader(header, [...readColumns, 'Weight (kg)', ...attribute])
}
