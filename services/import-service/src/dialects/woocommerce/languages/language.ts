import type { WeightUnit } from '../../weight-in-grams.ts'

/** What WooCommerce’s export calls things in one language, by translation. */
export interface Language {
  /**
   * The English names of its columns, with all translations that it has had; `%d` stands for a number, `%s` for a unit
   * or a key. Of what is not here, no translation is known.
   */
  columns: Record<string, string>
  /** Units of weight, where they are translated. */
  units: Record<string, WeightUnit>
}
