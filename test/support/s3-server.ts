import { randomBytes } from 'node:crypto'
import { mkdir, mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startHttpProgram } from './http-program.ts'

export interface S3Server extends AsyncDisposable {
  /** For CATALOG_OBJECTSTORE_ENDPOINT. */
  url: string
  /** The identity that it accepts, as Amazon's client reads it, and nothing of the person who runs the tests. */
  env: Record<string, string>
  /** Makes a bucket. */
  createBucket(name: string): Promise<void>
}

/** A versitygw for one test: it checks each request's signature, and keeps objects in a folder. */
export async function startS3Server(): Promise<S3Server> {
  await using undo = new AsyncDisposableStack()
  const { path: folder } = undo.use(await mkdtempDisposable(join(tmpdir(), 'catalog-s3-')))
  const [buckets, attributes] = [join(folder, 'buckets'), join(folder, 'attributes')]
  await Promise.all([mkdir(buckets), mkdir(attributes)])
  const [key, secret] = ['catalog-test', randomBytes(16).toString('hex')]
  const { url } = undo.use(
    await startHttpProgram({
      title: 'versitygw',
      variable: 'TEST_VERSITYGW',
      args: (address) => [
        '--port',
        address,
        '--health',
        '/health',
        '--quiet',
        'posix',
        // Beside the objects: not every file system of a machine has attributes of files.
        '--sidecar',
        attributes,
        buckets,
      ],
      env: { ROOT_ACCESS_KEY: key, ROOT_SECRET_KEY: secret },
      healthPath: '/health',
      folder,
    }),
  )
  const stack = undo.move()
  return {
    url,
    env: {
      AWS_ACCESS_KEY_ID: key,
      AWS_SECRET_ACCESS_KEY: secret,
      AWS_CONFIG_FILE: '/dev/null',
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    },
    createBucket: (name) => mkdir(join(buckets, name)),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
