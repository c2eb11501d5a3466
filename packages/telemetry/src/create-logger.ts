import winston from 'winston'
import { lineFormat } from './line-format.ts'

export type Logger = winston.Logger

/** Values of `CATALOG_LOG_LEVEL`; a service's configuration refuses any other. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const

/**
 * A logger of JSON lines on standard output: `severity`, `time`, `logger: "service"`, `service`, `message`, the fields.
 * `CATALOG_LOG_LEVEL` is `debug`, `info` (default), `warn` or `error`. `log.child({ … })` adds fields to each line.
 * Messages are fixed sentences; no file names, URLs, catalog content or secrets in fields. Errors are in the field
 * `error` and are written as name, code and stack, without their messages, which may quote a merchant's file.
 */
export function createLogger(service: string): Logger {
  return winston.createLogger({
    level: levelOf(process.env['CATALOG_LOG_LEVEL']),
    levels: { error: 0, warn: 1, info: 2, debug: 3 },
    defaultMeta: { logger: 'service', service },
    format: lineFormat,
    transports: [new winston.transports.Stream({ stream: process.stdout })],
  })
}

function levelOf(value: string | undefined): string {
  return logLevels.find((level) => level === value) ?? 'info'
}
