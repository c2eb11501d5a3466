import type { WeightUnit } from '../../weight-in-grams.ts'

/** The words of WooCommerce’s export in one language, by translation. */
export interface Language {
  /**
   * The English names of its columns, by every translation that they have had; `%d` is a number, `%s` a unit or a key.
   */
  columns: Record<string, string>
  /** Units of weight, if they are translated. */
  units: Record<string, WeightUnit>
}
