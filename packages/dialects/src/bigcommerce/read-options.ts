import type { CanonicalRow } from '../dialect.ts'
import type { OptionPair } from '../option-names.ts'
import { issueOf } from '../row-issues.ts'

/** A variant row's options; none, with an error on the row, if they do not have the format's form. */
export function readOptions(
  row: CanonicalRow,
  text: string,
  {
    column,
    example,
    read,
  }: { column: string; example: string; read: (text: string) => OptionPair[] | undefined },
): OptionPair[] {
  const options = read(text)
  if (options) return options
  row.errors.push(issueOf(column, 'invalid_options', text, { case: 'example', example }))
  return []
}
