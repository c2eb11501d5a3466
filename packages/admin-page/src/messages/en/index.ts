import { fileWarningTexts, rowErrorTexts, rowWarningTexts } from './explanations.ts'
import { first } from './first.ts'
import { mapping } from './mapping.ts'
import { parts } from './parts.ts'

export const messages = {
  ...first,
  mapping,
  parts,
  rowErrorTexts,
  rowWarningTexts,
  fileWarningTexts,
} as const
