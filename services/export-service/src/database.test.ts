import { expect, test } from '@jest/globals'
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
