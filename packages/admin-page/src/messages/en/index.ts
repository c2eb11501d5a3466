import { fileWarningTexts, rowErrorTexts, rowWarningTexts } from './explanations.ts'
import { first } from './first.ts'

export const messages = { ...first, rowErrorTexts, rowWarningTexts, fileWarningTexts } as const
