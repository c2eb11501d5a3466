import { startS3Server } from '../../../../test/support/s3-server.ts'
import type { S3Server } from '../../../../test/support/s3-server.ts'
import { checkFaults } from './faults-suite.ts'
import { openS3Store } from './s3.ts'

let server: S3Server

checkFaults({
  start: async () => {
    server = await startS3Server()
    return server
  },
  openStore: (options) => {
    const { AWS_ACCESS_KEY_ID: accessKeyId = '', AWS_SECRET_ACCESS_KEY: secretAccessKey = '' } = server.env
    return openS3Store({ region: 'us-east-1', credentials: { accessKeyId, secretAccessKey }, ...options })
  },
  putMethod: 'PUT',
  headMethod: 'HEAD',
  // The policy of helm/catalog/README.md allows these: s3:PutObject, GetObject, DeleteObject, ListBucket.
  operations: (bucket, key) => [
    `PUT /${bucket}/${key}`,
    `HEAD /${bucket}/${key}`,
    `GET /${bucket}/${key}`,
    `GET /${bucket}/`,
    `POST /${bucket}/`,
  ],
})
