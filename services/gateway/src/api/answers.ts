import { z } from 'zod'
import type { Answer } from '../context.ts'

/** A CSV file as bytes. */
export const Csv = z.string()

/** A ZIP archive as bytes. */
export const Zip = z.string().meta({ contentEncoding: 'binary' })

export const csvType = 'text/csv; charset=utf-8'

/** Media type of an .xlsx. */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** An .xlsx as bytes. */
export const Workbook = z.string().meta({ contentEncoding: 'binary' })

export const location = { Location: 'The address of what was created.' }

/** A JSON answer. */
export function json(schema: z.ZodType, description: string, headers?: Record<string, string>): Answer {
  return { description, content: { 'application/json': schema }, ...(headers && { headers }) }
}

/** A CSV file as the answer. */
export function csv(description: string, example: string): Answer {
  return { description, content: { 'text/csv': Csv.meta({ examples: [example] }) } }
}

export const errorsExample =
  'handle,variant_price,error_column,error_code,error_message\r\nshirt,"12,5O",variant_price,invalid_number,"“12,5O” is not a number."\r\n'

/** Headers with which a browser saves a file, by default a CSV, under this name. */
export function attachment(filename: string, type = csvType): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${filename}"`,
  }
}
