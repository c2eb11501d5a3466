import { z } from 'zod'
import type { Answer } from '../context.ts'

/** The bytes of a CSV file. */
export const Csv = z.string()

export const location = { Location: 'The address of what was created.' }

/** An answer of JSON. */
export function json(schema: z.ZodType, description: string, headers?: Record<string, string>): Answer {
  return { description, content: { type: 'application/json', schema }, ...(headers && { headers }) }
}

/** Headers of a CSV that a browser saves under this name. */
export function attachment(filename: string): Record<string, string> {
  return {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${filename}"`,
  }
}
