import { advice, problems } from './problems.ts'
import { common } from './common.ts'
import { history } from './history.ts'
import { reasons, run } from './run.ts'
import { dialects, review } from './review.ts'
import { fields, fileWarnings, rowErrors, rowWarnings, rows } from './rows.ts'
import { signIn } from './sign-in.ts'
import { start } from './start.ts'

export const en = {
  common,
  problems,
  advice,
  signIn,
  start,
  review,
  dialects,
  rows,
  fields,
  rowErrors,
  rowWarnings,
  fileWarnings,
  run,
  reasons,
  history,
} as const
