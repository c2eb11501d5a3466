import { isWeightUnit, weightInGrams } from '../weight-in-grams.ts'
import type { WeightUnit } from '../weight-in-grams.ts'

const spellings: Record<string, WeightUnit> = {
  gr: 'g',
  gram: 'g',
  grams: 'g',
  gramm: 'g',
  grammes: 'g',
  kilo: 'kg',
  kilogram: 'kg',
  kilogramm: 'kg',
  pound: 'lb',
  pounds: 'lb',
  ounce: 'oz',
  ounces: 'oz',
}

/** The unit at the end of a column's name, as in `Gewicht (kg)`; undefined if there is none. */
export function unitOf(name: string): WeightUnit | undefined {
  const last =
    name
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.at(-1) ?? ''
  return isWeightUnit(last) ? last : Object.hasOwn(spellings, last) ? spellings[last] : undefined
}

/**
 * The weight in grams, with the same decimal mark. Text that is not a number is returned unchanged, and refused later.
 */
export function inGrams(cell: string, unit: WeightUnit): string {
  const text = cell.trim()
  const isComma = text.includes(',')
  const grams = weightInGrams(isComma ? text.replace(',', '.') : text, unit)
  if (grams === undefined || (isComma && text.includes('.'))) return cell
  return isComma ? grams.replace('.', ',') : grams
}
