import { explainRowError, explainRowWarning } from '@catalog/catalog'
import type { RowErrorCode, RowWarningCode } from '@catalog/catalog'
import type { RowIssue } from '@catalog/dialects'

/** An error as the API has it, with its sentence. */
export function explainedError(error: RowIssue<RowErrorCode>) {
  return { ...error, message: explainRowError(error) }
}

/** The same of a warning. */
export function explainedWarning(warning: RowIssue<RowWarningCode>) {
  return { ...warning, message: explainRowWarning(warning) }
}
