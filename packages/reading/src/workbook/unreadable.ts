import { ServiceError } from '@catalog/contracts/errors'

/** The error for a workbook that cannot be read; the sentence says what the file is and what to do. */
export function unreadable(sentence: string, cause?: unknown): ServiceError {
  return new ServiceError('unreadable_workbook', sentence, { cause })
}

export function damaged(cause?: unknown): ServiceError {
  return unreadable(
    'The workbook is damaged or incomplete. Open it in your spreadsheet, save it again as “Excel workbook (.xlsx)”, and upload that file.',
    cause,
  )
}

export function protectedByPassword(): ServiceError {
  return unreadable(
    'The workbook is protected by a password, so nobody can read it without. Open it in your spreadsheet, remove the password, save it, and upload that file.',
  )
}

export function saveAsWorkbook(name: string): ServiceError {
  return unreadable(
    `This is ${name}. Open it, choose “Save as” or “Export”, then “Excel workbook (.xlsx)” or “CSV UTF-8”, and upload that file.`,
  )
}

export function tooMuch(what: string): ServiceError {
  return new ServiceError(
    'too_complex',
    `The workbook holds ${what}. Copy the rows and columns that you need into a new workbook without formatting, or split it into several files, and upload those.`,
  )
}
