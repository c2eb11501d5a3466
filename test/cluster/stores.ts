import { waitFor } from '../support/wait-for.ts'
import type { ClientTools } from './client-tools.ts'
import type { Helper } from './helper.ts'
import { imageOf } from './server-images.ts'
import type { ServerProgram } from './server-images.ts'
import { secret, server } from './servers.ts'

export const bucket = 'catalog-images'
/** Secret of S3's emulator. */
const s3Login = 'catalog-s3'

/** An emulator of an object store with an empty bucket, beside the release. */
export interface Store {
  programs: ServerProgram[]
  servers(): object[]
  /** Where its pods do not make the bucket. */
  makeBucket?(helper: Helper): Promise<void>
  /** Number of a storefront's objects, at most 1,000 (one page of a list). */
  countObjects(lab: { helper: Helper; tools: ClientTools }, storefront: string): Promise<number>
}

const gcsUrl = 'http://gcs:4443/storage/v1/b'
const gcsOptions = [
  '-scheme',
  'http',
  '-backend',
  'memory',
  '-public-host',
  'gcs:4443',
  '-log-level',
  'error',
]

export const gcs: Store = {
  programs: ['fake-gcs-server'],
  servers: () =>
    server('gcs', {
      image: imageOf('fake-gcs-server'),
      user: 10001,
      port: 4443,
      args: gcsOptions,
      readiness: { httpGet: { path: '/_internal/healthcheck', port: 4443 } },
      folders: ['/tmp'],
    }),
  makeBucket: async (helper) => {
    // A node may learn a Service's address shortly after the pod is ready.
    await waitFor(
      'the bucket to be made',
      async () => {
        const status = await helper.evaluate(
          `const made = await fetch('${gcsUrl}?project=test', { method: 'POST',
             headers: { 'content-type': 'application/json' }, body: '{"name":"${bucket}"}' }).catch(() => undefined)
           if (made?.ok === false) throw new Error(await made.text())
           console.log(made?.status ?? 'unreachable')`,
        )
        return status.trim() === '200'
      },
      { timeoutMs: 300_000, everyMs: 200 },
    )
  },
  countObjects: async ({ helper }, storefront) =>
    Number(
      await helper.evaluate(
        `const found = await fetch('${gcsUrl}/${bucket}/o?prefix=product-images/${storefront}/')
         console.log((await found.json()).items?.length ?? 0)`,
      ),
    ),
}

const s3Options = ['--port', ':7070', '--health', '/health', '--quiet']

/** Keeps each object as a file, and each bucket as a folder. */
export const s3Store: Store = {
  programs: ['versitygw'],
  servers: () => [
    secret(s3Login, { key: 'catalog-test', secret: 'of-no-value-outside-of-this-namespace' }),
    ...server('s3', {
      image: imageOf('versitygw'),
      user: 10001,
      port: 7070,
      command: [
        'sh',
        '-c',
        `mkdir -p /data/buckets/${bucket} /data/attributes && exec /program/start "$@"`,
        'versitygw',
      ],
      args: [...s3Options, 'posix', '--sidecar', '/data/attributes', '/data/buckets'],
      env: Object.entries({ ROOT_ACCESS_KEY: 'key', ROOT_SECRET_KEY: 'secret' }).map(([name, key]) => ({
        name,
        valueFrom: { secretKeyRef: { name: s3Login, key } },
      })),
      readiness: { httpGet: { path: '/health', port: 7070 } },
      folders: ['/data', '/tmp'],
    }),
  ],
  countObjects: async ({ tools }, storefront) => {
    const folder = `/data/buckets/${bucket}/product-images/${storefront}`
    const count = `if [ -d ${folder} ]; then find ${folder} -type f | wc -l; else echo 0; fi`
    return Number(await tools.kubectl(['exec', 's3-0', '--', 'sh', '-c', count]))
  },
}
