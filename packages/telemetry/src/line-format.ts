import { isSpanContextValid, trace } from '@opentelemetry/api'
import winston from 'winston'

/**
 * One JSON object per line: `severity` and `time` first, errors with name, code and stack, and the ids of the active
 * trace.
 */
export const lineFormat = winston.format.printf(({ level, message, logger, service, ...fields }) => {
  const line = {
    severity: severities[level] ?? 'DEFAULT',
    time: new Date().toISOString(),
    logger,
    service,
    message,
    ...traceIds(),
    ...fields,
  }
  return JSON.stringify(line, (_key, value: unknown) => renderValue(value))
})

/** An error in a log line. Its message is left out, because it may quote a merchant's file, a URL or a statement. */
export interface RenderedError {
  name: string
  code?: string
  stack?: string[]
  cause?: RenderedError
}

const maxCauses = 3

const severities: Record<string, string> = { error: 'ERROR', warn: 'WARNING', info: 'INFO', debug: 'DEBUG' }

function renderError(error: Error, causes = maxCauses): RenderedError {
  const code = codeOf(error)
  const stack = framesOf(error)
  return {
    name: error.name,
    ...(code !== undefined && { code }),
    ...(stack.length > 0 && { stack }),
    ...(error.cause instanceof Error && causes > 0 && { cause: renderError(error.cause, causes - 1) }),
  }
}

function codeOf(error: Error): string | undefined {
  if (!('code' in error)) return undefined
  const { code } = error
  return typeof code === 'string' || typeof code === 'number' ? String(code) : undefined
}

/** Container engines split lines beyond 16 KiB, and a part of a line is no JSON. */
const maxTextLength = 1_000

function renderValue(value: unknown): unknown {
  if (value instanceof Error) return renderError(value)
  if (typeof value === 'string' && value.length > maxTextLength) return `${value.slice(0, maxTextLength)}…`
  return typeof value === 'bigint' ? value.toString() : value
}

function framesOf({ stack = '' }: Error): string[] {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
}

function traceIds(): { trace_id?: string; span_id?: string } {
  const context = trace.getActiveSpan()?.spanContext()
  if (context === undefined || !isSpanContextValid(context)) return {}
  return { trace_id: context.traceId, span_id: context.spanId }
}
