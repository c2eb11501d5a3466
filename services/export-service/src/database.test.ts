import { expect, test } from '@jest/globals'
import { createDatabase } from '../../../test/support/database.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { connectDatabase } from './database.ts'

const onConnectionLost = () => undefined

test('sessions cannot write, even where the login could', async () => {
  await using testDatabase = await createDatabase()
  await using database = connectDatabase(testDatabase.url, { onConnectionLost })
  const client = await database.connect()
  try {
    await expect(client.query('delete from products')).rejects.toMatchObject({ code: '25006' })
  } finally {
    client.release()
  }
})

test('a database that is not there is unavailable, with a time to come back', async () => {
  await using database = connectDatabase('postgres://nobody@127.0.0.1:1/none', { onConnectionLost })
  await expect(database.connect()).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 5 })
  expect(await database.isReachable()).toBe(false)
})

test('a busy pool is still reachable', async () => {
  await using testDatabase = await createDatabase()
  await using database = connectDatabase(testDatabase.url, { onConnectionLost, maxConnections: 1 })
  // A busy machine may take longer to connect than callers are let wait.
  const client = await waitFor('a connection', () => database.connect().catch(() => null))
  try {
    await waitFor('the answer of the database', () => database.isReachable())
  } finally {
    client.release()
  }
})
