import type { RowIssue } from './dialect.ts'

/** Of one row and kind: more than a preview shows, and a list in a cell could otherwise bring a hundred thousand. */
const maxIssues = 25

/** Notes what is wrong, or odd, with a row, unless that is much already. */
export function addIssue<Code>(issues: RowIssue<Code>[], issue: RowIssue<Code>): void {
  if (issues.length < maxIssues) issues.push(issue)
}
