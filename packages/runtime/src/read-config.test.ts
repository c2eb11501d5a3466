import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { ConfigError, readConfig } from './read-config.ts'

const schema = z.object({
  CATALOG_PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  CATALOG_NATS_URL: z.url(),
  CATALOG_AUTH_SECRET: z.string().min(32).meta({ secret: true }).optional(),
})

describe('the configuration', () => {
  test('is read from the variables that bear its names, with defaults for those unset or empty', () => {
    const env = { CATALOG_NATS_URL: 'nats://127.0.0.1:4222', CATALOG_PORT: '', OTHER: 'x' }
    expect(readConfig(schema, env)).toEqual({ CATALOG_NATS_URL: 'nats://127.0.0.1:4222', CATALOG_PORT: 8080 })
  })

  test('that is wrong is refused with all problems in one line, by name and value', () => {
    const message = refusalOf({ CATALOG_PORT: 'eighty', CATALOG_NATS_URL: '' })
    expect(message).toContain('CATALOG_PORT ("eighty")')
    expect(message).toContain('CATALOG_NATS_URL (unset)')
    expect(message).not.toContain('\n')
  })

  test('never shows the value of a secret', () => {
    const message = refusalOf({ CATALOG_NATS_URL: 'nats://127.0.0.1:4222', CATALOG_AUTH_SECRET: 'hunter2' })
    expect(message).toContain('CATALOG_AUTH_SECRET (value not shown)')
    expect(message).not.toContain('hunter2')
  })

  test('names the variable that a check over several variables reports', () => {
    const checked = schema.refine(({ CATALOG_AUTH_SECRET }) => CATALOG_AUTH_SECRET !== undefined, {
      message: 'either this or CATALOG_AUTH_JWKS_URL is needed',
      path: ['CATALOG_AUTH_SECRET'],
    })
    const env = { CATALOG_NATS_URL: 'nats://127.0.0.1:4222' }
    expect(() => readConfig(checked, env)).toThrow(/CATALOG_AUTH_SECRET \(unset\): either this or/)
  })
})

function refusalOf(env: Record<string, string>): string {
  try {
    readConfig(schema, env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('it was not refused')
}
