import type { Log } from '../index.ts'

export interface LogLine {
  level: 'info' | 'warn' | 'error'
  message: string
  fields: Record<string, unknown>
}

/** A log that keeps its lines. */
export function memoryLog(): Log & { lines: LogLine[] } {
  const lines: LogLine[] = []
  const write =
    (level: LogLine['level']) =>
    (message: string, fields: Record<string, unknown> = {}) => {
      lines.push({ level, message, fields })
    }
  return { lines, info: write('info'), warn: write('warn'), error: write('error') }
}
