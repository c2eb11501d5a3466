import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { errorTable, ServiceError } from './errors.ts'

const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')

/** The items `- 409 \`empty_catalog\`: …` of the documents. */
function documentedCodes(): Record<string, number> {
  const items = page.matchAll(/^- (\d{3}) `([a-z_]+)`: /gm)
  return Object.fromEntries([...items].map(([, status, code]) => [code, Number(status)]))
}

describe('the table of error codes', () => {
  test('is the same in the code and in the documents', () => {
    const inCode = Object.fromEntries(Object.entries(errorTable).map(([code, { status }]) => [code, status]))
    expect(documentedCodes()).toEqual(inCode)
  })

  test('gives each code a title', () => {
    for (const { title } of Object.values(errorTable)) expect(title).toMatch(/^[A-Z].*[^.]$/)
  })
})

test('a service error keeps its cause for the log and its sentence for the caller', () => {
  const cause = new Error('relation "products" does not exist')
  const error = new ServiceError('internal', 'Something went wrong.', { cause })
  expect(error.cause).toBe(cause)
  expect(error.message).toBe('Something went wrong.')
  expect(error.code).toBe('internal')
})
