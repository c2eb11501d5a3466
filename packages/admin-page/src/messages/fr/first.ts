import { advice, problems } from './problems.ts'
import { common } from './common.ts'
import { details } from './details.ts'
import { help, helpPages } from './help.ts'
import { history } from './history.ts'
import { reasons, run } from './run.ts'
import { dialects, review } from './review.ts'
import { facets, fields, fileWarnings, rowErrors, rowWarnings, rows } from './rows.ts'
import { signIn } from './sign-in.ts'
import { start } from './start.ts'

/** What every visit loads. */
export const first = {
  common,
  problems,
  advice,
  signIn,
  start,
  review,
  dialects,
  rows,
  details,
  facets,
  fields,
  rowErrors,
  rowWarnings,
  fileWarnings,
  run,
  reasons,
  history,
  help,
  helpPages,
} as const
