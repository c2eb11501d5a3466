import type { CanonicalRow } from './dialect.ts'
import { addIssue, issueOf } from './row-issues.ts'

/** Variants that one row may have, at most, as in Wix; and all such rows of a file together. */
export const maxOfRow = 1_000
export const maxOfFile = 10_000

export interface Option {
  name: string
  values: string[]
}

/** Makes the variants of rows that list options but have no row for each variant. */
export class OptionCombinations {
  #made = 0

  /**
   * The values of each variant, the last option changing first; none, with an error on the row, if there are too many.
   */
  of(row: Pick<CanonicalRow, 'errors'>, options: Option[]): string[][] {
    return this.ofDistinct(
      row,
      options.map(({ name, values }) => ({ name, values: [...new Set(values)] })),
    )
  }

  /** The same for lists without repeated values, which may be long and shared by many rows. */
  ofDistinct(row: Pick<CanonicalRow, 'errors'>, options: Option[]): string[][] {
    const lists = options.map(({ values }) => values)
    const count = lists.reduce((product, values) => product * values.length, 1)
    if (count > maxOfRow || this.#made + count > maxOfFile) {
      addIssue(
        row.errors,
        issueOf(
          null,
          'too_many_variants',
          null,
          count > maxOfRow
            ? { case: 'of_row', limit: maxOfRow, count }
            : { case: 'of_file', limit: maxOfFile, count },
        ),
      )
      return []
    }
    this.#made += count
    return lists.reduce<string[][]>(
      (made, values) => made.flatMap((earlier) => values.map((value) => [...earlier, value])),
      [[]],
    )
  }
}

/** Warns that a row's variants were made from its options. `left` names what could not be assigned to one of them. */
export function warnOfCombinations(
  { warnings }: Pick<CanonicalRow, 'warnings'>,
  count: number,
  left: { name: string; value: string }[],
): void {
  addIssue(
    warnings,
    issueOf(
      null,
      'variants_from_options',
      left
        .map(({ value }) => value)
        .filter(Boolean)
        .join(', ') || null,
      { case: 'made', count },
    ),
  )
}
