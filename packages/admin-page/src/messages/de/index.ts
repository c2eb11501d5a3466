import type { Catalog } from '../catalog.ts'
import { advice, problems } from './problems.ts'
import { common } from './common.ts'
import { details } from './details.ts'
import { fileWarningTexts, rowErrorTexts, rowWarningTexts } from './explanations.ts'
import { help, helpPages } from './help.ts'
import { history } from './history.ts'
import { reasons, run } from './run.ts'
import { dialects, review } from './review.ts'
import { facets, fields, fileWarnings, rowErrors, rowWarnings, rows } from './rows.ts'
import { signIn } from './sign-in.ts'
import { start } from './start.ts'

export const messages = {
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
  rowErrorTexts,
  rowWarningTexts,
  fileWarningTexts,
  run,
  reasons,
  history,
  help,
  helpPages,
} as const satisfies Catalog
