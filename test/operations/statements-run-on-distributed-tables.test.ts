import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { migrations } from '../../services/import-service/src/migrations/index.ts'
import { createDatabase } from '../support/database.ts'
import { disposeAfterAll } from '../support/dispose-after-all.ts'
import { bulkWrites, erasures, exportStatements, moves, writtenStatements } from './support/all-statements.ts'
import type { ReadStatement } from './support/all-statements.ts'
import { crossingBreaches, migrationBreaches, sessionBreaches } from './support/distributed-rules.ts'
import { mutableExpressions } from './support/mutable-expressions.ts'
import { ourTables } from './support/our-tables.ts'
import { casesOf } from './support/rule-cases.ts'

/** What design.md §11 asks of every statement, so that a distributed PostgreSQL runs it; each rule with breaches of it. */

const undo = disposeAfterAll()
const testDatabase = undo.use(await createDatabase())
const database = await testDatabase.connect()
const statements = [
  ...writtenStatements(),
  ...(await bulkWrites(testDatabase)),
  ...(await erasures(testDatabase)),
  ...(await moves()),
  ...(await exportStatements(testDatabase)),
]

/** The statements that break a rule, with what they break. */
async function breachesOf(read: (statement: ReadStatement) => Promise<string[]>): Promise<string[]> {
  const found: string[] = []
  for (const statement of statements) {
    const breaches = await read(statement).catch((error: unknown) => {
      throw new Error(`${statement.name}: ${statement.text}`, { cause: error })
    })
    if (breaches.length > 0) found.push(`${statement.name}: ${breaches.join(', ')}`)
  }
  return found
}

const isFirst = (parameter: number) => parameter === 1

describe('a statement over several storefronts locks and writes nothing, is not recursive, and limits nothing lateral', () => {
  test('in the services', async () => {
    expect(
      await breachesOf(({ text, isStorefront }) => crossingBreaches(text, ourTables, isStorefront)),
    ).toEqual([])
  })

  test.each(casesOf('crossing').found)('or it is found: $text', async ({ text, breach }) => {
    expect(await crossingBreaches(text, ourTables, isFirst)).toEqual([breach])
  })

  test.each(casesOf('crossing').passed)('and nothing else: %s', async (text) => {
    expect(await crossingBreaches(text, ourTables, isFirst)).toEqual([])
  })
})

describe('a write sets and tests by immutable expressions over columns', () => {
  const writes = /\b(update|delete|on conflict)\b/i

  test('in the services', async () => {
    expect(statements.filter(({ text }) => writes.test(text)).length).toBeGreaterThan(40)
    expect(
      await breachesOf(async ({ text }) =>
        writes.test(text) ? await mutableExpressions(database, text) : [],
      ),
    ).toEqual([])
  })

  test.each(casesOf('mutable').found)('or it is found: $text', async ({ text, breach }) => {
    expect(await mutableExpressions(database, text)).toEqual([breach])
  })

  test.each(casesOf('mutable').passed)('and nothing else: %s', async (text) => {
    expect(await mutableExpressions(database, text)).toEqual([])
  })
})

describe('a statement is one command, sets for its transaction only, and takes no advisory lock', () => {
  test('in the services', async () => {
    expect(await breachesOf(({ text }) => sessionBreaches(text))).toEqual([])
  })

  test('nor does any that reaches the database by another way', () => {
    const root = fileURLToPath(new URL('../../', import.meta.url))
    const sources = globSync('services/{import,export}-service/src/**/*.ts', { cwd: root }).filter(
      (file) => !/\.test\.ts$|\/testing\//.test(file),
    )
    expect(sources.length).toBeGreaterThan(100)
    const breaking = /\bpg_(try_)?advisory_|\bset_config\(/
    expect(sources.filter((file) => breaking.test(readFileSync(`${root}${file}`, 'utf8')))).toEqual([])
  })

  test.each(casesOf('session').found)('or it is found: $text', async ({ text, breach }) => {
    expect(await sessionBreaches(text)).toEqual([breach])
  })
})

describe('a migration asks for nothing that a distributed table cannot do', () => {
  /** The last that may have several commands: those after it are released since the rule is. */
  const lastOfSeveral = '012-idempotency-keys'

  test('in import-service, each in one command', async () => {
    for (const { name, commands } of migrations) {
      if (name > lastOfSeveral) expect([name, commands.length]).toEqual([name, 1])
      for (const command of commands) expect([name, await migrationBreaches(command)]).toEqual([name, []])
    }
  })

  test.each(casesOf('migration').found)('or it is found: $text', async ({ text, breach }) => {
    expect(await migrationBreaches(text)).toEqual([breach])
  })
})
