import { expect, test } from '@jest/globals'
import { createDatabase } from '../../../test/support/database.ts'
import { connectDatabase } from './database.ts'

const options = {
  onConnectionLost: () => undefined,
  // As long as Jest waits for a test: on a busy machine, connecting takes longer than callers may wait.
  connectTimeoutMs: 120_000,
}

test('sessions cannot write, even if the login could', async () => {
  await using testDatabase = await createDatabase()
  await using database = connectDatabase(testDatabase.url, options)
  const { client, release } = await database.connect('a')
  try {
    await expect(client.query('delete from products')).rejects.toMatchObject({ code: '25006' })
  } finally {
    release()
  }
})

test('no time limit ends a transaction between two statements', async () => {
  await using testDatabase = await createDatabase()
  const role = await testDatabase.connect()
  await role.query(`
    do $$ begin
      execute format('alter database %I set idle_in_transaction_session_timeout = ''1s''', current_database());
    end $$`)
  await using database = connectDatabase(testDatabase.url, options)
  const { client, release } = await database.connect('a')
  try {
    const { rows } = await client.query('show idle_in_transaction_session_timeout')
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '0' }])
  } finally {
    release()
  }
})

test('a database that cannot be reached is unavailable, with a time to retry', async () => {
  await using database = connectDatabase('postgres://nobody@127.0.0.1:1/none', options)
  await expect(database.connect('a')).rejects.toMatchObject({ code: 'unavailable', retryAfterS: 5 })
  expect(await database.isReachable()).toBe(false)
})

test('a busy pool is still reachable', async () => {
  await using testDatabase = await createDatabase()
  await using database = connectDatabase(testDatabase.url, { ...options, maxConnections: 1 })
  const { release } = await database.connect('a')
  try {
    expect(await database.isReachable()).toBe(true)
  } finally {
    release()
  }
})

test('a storefront with many exports lets another one in between', async () => {
  await using testDatabase = await createDatabase()
  await using database = connectDatabase(testDatabase.url, { ...options, maxConnections: 2 })
  const order: string[] = []
  const begin = async (storefront: string) => {
    const { release } = await database.connect(storefront)
    order.push(storefront)
    return release
  }
  const first = await begin('a')
  const others = ['a', 'a'].map(begin)
  const release = await begin('b')
  expect(order).toEqual(['a', 'b'])
  release()
  first()
  for (const other of others) (await other)()
  expect(order).toEqual(['a', 'b', 'a', 'a'])
})
