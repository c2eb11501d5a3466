import { shortened } from '@catalog/catalog'
import type { ParametersOf, RowErrorCode, RowWarningCode } from '@catalog/catalog'
import type { RowIssue } from './dialect.ts'

/** Issues of one row and kind: more than a preview shows; a list in a cell could otherwise cause a hundred thousand. */
const maxIssues = 25

/** Adds an error or a warning to a row, up to the limit. */
export function addIssue<Code>(issues: RowIssue<Code>[], issue: RowIssue<Code>): void {
  if (issues.length < maxIssues) issues.push(issue)
}

/** An error or a warning about a column; null: about none. The value is what the file has there, shortened. */
export function issueOf<Code extends RowErrorCode | RowWarningCode>(
  column: string | null,
  code: Code,
  value: string | null,
  parameters?: ParametersOf<Code>,
): RowIssue<Code> {
  return { column, code, value: value && shortened(value, 200), ...(parameters && { parameters }) }
}
