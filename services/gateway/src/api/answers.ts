import { z } from 'zod'
import type { Answer } from '../context.ts'

/** The bytes of a CSV file. */
export const Csv = z.string()

/** The bytes of an archive. */
export const Zip = z.string().meta({ contentEncoding: 'binary' })

export const csvType = 'text/csv; charset=utf-8'

/** Of an .xlsx. */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Its bytes. */
export const Workbook = z.string().meta({ contentEncoding: 'binary' })

export const location = { Location: 'The address of what was created.' }

/** An answer of JSON. */
export function json(schema: z.ZodType, description: string, headers?: Record<string, string>): Answer {
  return { description, content: { 'application/json': schema }, ...(headers && { headers }) }
}

/** Headers of a file, by default a CSV, that a browser saves under this name. */
export function attachment(filename: string, type = csvType): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${filename}"`,
  }
}
