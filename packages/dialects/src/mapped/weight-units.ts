import { weightInGrams } from '../weight-in-grams.ts'
import type { WeightUnit } from '../weight-in-grams.ts'
import spellings from './words/weight-units.json' with { type: 'json' }

const units = new Map<string, WeightUnit>(
  (['g', 'kg', 'lb', 'oz'] as const).flatMap((unit) =>
    [unit, ...spellings[unit]].map((spelling) => [spelling, unit] as const),
  ),
)

/** The unit at the end of a column's name, as in `Gewicht (kg)`; undefined if there is none. */
export function unitOf(name: string): WeightUnit | undefined {
  const last =
    name
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.at(-1) ?? ''
  return units.get(last)
}

/**
 * The weight in grams, with the same decimal mark, of a cell that names its unit or whose column does. Text that is not
 * a number is returned unchanged, and refused later.
 */
export function inGrams(cell: string, unitOfColumn: WeightUnit | undefined): string {
  const weight = cell.trim()
  if (weight.length > longestWeight) return cell
  const [, text = '', ownUnit = ''] = /^([\d.,]+)\s*(\p{L}*)\.?$/u.exec(weight) ?? []
  const unit = ownUnit === '' ? unitOfColumn : units.get(ownUnit.toLowerCase())
  if (unit === undefined) return cell
  const isComma = text.includes(',')
  const grams = weightInGrams(isComma ? text.replace(',', '.') : text, unit)
  if (grams === undefined || (isComma && text.includes('.'))) return cell
  return isComma ? grams.replace('.', ',') : grams
}

const longestWeight = 60
