import { createServer } from 'node:http'
import { afterAll, expect, test } from '@jest/globals'
import { disposeAfterAll } from '../../../../test/support/dispose-after-all.ts'
import { listen } from '../../../../test/support/listen.ts'
import { startS3Server } from '../../../../test/support/s3-server.ts'
import { checkObjectStore } from './object-store-suite.ts'
import { openS3Store } from './s3.ts'

const environment = { ...process.env }
const undo = disposeAfterAll()
const server = undo.use(await startS3Server())
Object.assign(process.env, server.env)
afterAll(() => {
  process.env = { ...environment }
})

/** No attempt times out before Jest ends the test. */
const limits = { attemptMs: 300_000, totalMs: 600_000, firstPauseMs: 5 }
const open = (bucket: string) => openS3Store({ bucket, region: 'us-east-1', endpoint: server.url, limits })

async function openBucket(bucket: string) {
  await server.createBucket(bucket)
  return open(bucket)
}

checkObjectStore('s3', async () => ({
  store: await openBucket('suite'),
  [Symbol.asyncDispose]: () => Promise.resolve(),
}))

test('a bucket that does not exist is an error, never an object that is not there', async () => {
  const missing = { name: 'ObjectStoreError', code: 'http_404' }
  await expect(open('nowhere').put('a.webp', Buffer.from('webp'))).rejects.toMatchObject(missing)
  await expect(open('nowhere').get('a.webp')).rejects.toMatchObject(missing)
  await expect(open('nowhere').deleteBelow('a', 1)).rejects.toMatchObject(missing)
  await expect(open('nowhere').listBelow('a', '', 1)).rejects.toMatchObject(missing)
})

test('a page of a list that is empty is not its end', async () => {
  const first = '<IsTruncated>true</IsTruncated><NextContinuationToken>more</NextContinuationToken>'
  const last = '<IsTruncated>false</IsTruncated><Contents><Key>folder/a</Key></Contents>'
  await using listening = await listen(
    createServer((request, response) => {
      const page = request.url?.includes('continuation-token=more') ? last : first
      response.end(`<ListBucketResult>${page}</ListBucketResult>`)
    }),
  )
  const store = openS3Store({
    bucket: 'pages',
    region: 'us-east-1',
    endpoint: `http://${listening.host}`,
    limits,
  })
  expect(await store.listBelow('folder', '', 10)).toEqual(['a'])
})

test('a signature of another secret is refused', async () => {
  await server.createBucket('signed')
  process.env.AWS_SECRET_ACCESS_KEY = 'another'
  const stranger = open('signed')
  try {
    const refused = { name: 'ObjectStoreError', code: 'http_403' }
    await expect(stranger.put('a.webp', Buffer.from('webp'))).rejects.toMatchObject(refused)
    await expect(stranger.get('a.webp')).rejects.toMatchObject(refused)
  } finally {
    Object.assign(process.env, server.env)
  }
})
