import type { RowIssue } from './dialect.ts'

/** Issues of one row and kind: more than a preview shows; a list in a cell could otherwise cause a hundred thousand. */
const maxIssues = 25

/** Adds an error or a warning to a row, up to the limit. */
export function addIssue<Code>(issues: RowIssue<Code>[], issue: RowIssue<Code>): void {
  if (issues.length < maxIssues) issues.push(issue)
}
