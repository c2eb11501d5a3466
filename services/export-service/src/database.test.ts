import { expect, test } from '@jest/globals'
import { Client } from 'pg'
import { createDatabase } from '../../../test/support/database.ts'
import { connectDatabase } from './database.ts'

const options = {
  onConnectionLost: () => undefined,
  // As long as Jest waits for a test: a busy machine takes longer to connect than callers are let wait.
  connectTimeoutMs: 120_000,
}

test('sessions cannot write, even where the login could', async () => {
  await using testDatabase = await createDatabase()
  await using database = connectDatabase(testDatabase.url, options)
  const client = await database.connect()
  try {
    await expect(client.query('delete from products')).rejects.toMatchObject({ code: '25006' })
  } finally {
    client.release()
  }
})

test('no time limit ends a transaction between two statements', async () => {
  await using testDatabase = await createDatabase()
  const role = new Client(testDatabase.url)
  await role.connect()
  await role.query(`
    do $$ begin
      execute format('alter database %I set idle_in_transaction_session_timeout = ''1s''', current_database());
    end $$`)
  await role.end()
  await using database = connectDatabase(testDatabase.url, options)
  const client = await database.connect()
  try {
    const { rows } = await client.query('show idle_in_transaction_session_timeout')
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '0' }])
  } finally {
    client.release()
  }
})

test('a database that is not there is unavailable, with a time to come back', async () => {
  await using database = connectDatabase('postgres://nobody@127.0.0.1:1/none', options)
  await expect(database.connect()).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 5 })
  expect(await database.isReachable()).toBe(false)
})

test('a busy pool is still reachable', async () => {
  await using testDatabase = await createDatabase()
  await using database = connectDatabase(testDatabase.url, { ...options, maxConnections: 1 })
  const client = await database.connect()
  try {
    expect(await database.isReachable()).toBe(true)
  } finally {
    client.release()
  }
})
