import { PassThrough } from 'node:stream'
import { expect, test } from '@jest/globals'
import { readSource } from './sources.ts'

const reading = (env: Record<string, string>) =>
  readSource('https://34.118.224.1/feed.csv', { env, streams: { stdin: new PassThrough() } })

test('ranges of the own network are refused, though they look public', async () => {
  await expect(reading({ CATALOG_DENIED_CIDRS: '10.0.0.0/8,34.118.224.0/20' })).rejects.toThrow(
    'not on the public internet',
  )
})

test.each([{ CATALOG_DENIED_CIDRS: '10.0.0' }, { CATALOG_ALLOWED_HOSTS: 'a host' }])(
  'what is no such list is wrong usage: %j',
  async (env) => {
    await expect(reading(env)).rejects.toMatchObject({ name: 'UsageError' })
  },
)
