import { expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { createDatabase } from '../../../../test/support/database.ts'
import { connectDatabase, queryOne } from './database.ts'

test('an array arrives with every element unchanged, whatever it contains', async () => {
  await using server = await createDatabase({ migrated: false })
  await using connection = connectDatabase(server.url)
  const { database } = connection
  // PostgreSQL has no text with U+0000.
  const special = fc.constantFrom(
    '"',
    '\\',
    '\n',
    '\t',
    '\u0001',
    '\\n',
    '\\"',
    '{',
    '}',
    ',',
    'NULL',
    'null',
    '',
    "'",
  )
  const element = fc.oneof(
    special,
    fc.string({ unit: 'grapheme' }),
    fc.array(special).map((parts) => parts.join('')),
  )
  const storable = fc.option(element.filter((text) => !text.includes('\0')))
  await fc.assert(
    fc.asyncProperty(fc.array(storable, { maxLength: 6 }), async (elements) => {
      const { read } = await queryOne<{ read: unknown }>(database)`select ${elements}::text[] as read`
      expect(read).toEqual(elements)
    }),
    { numRuns: 300 },
  )
  expect(
    await queryOne(
      database,
    )`select ${[1, -0.5, null]}::float8[] as numbers, ${[true, false]}::boolean[] as booleans,
      ${[Buffer.from([0, 34, 92])]}::bytea[] as bytes, ${[]}::uuid[] as none`,
  ).toEqual({
    numbers: [1, -0.5, null],
    booleans: [true, false],
    bytes: [Buffer.from([0, 34, 92])],
    none: [],
  })
})
