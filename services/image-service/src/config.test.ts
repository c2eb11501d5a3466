import { expect, test } from '@jest/globals'
import { readConfig } from '@catalog/runtime'
import { configSchema } from './config.ts'

const needed = { CATALOG_NATS_URL: 'nats://127.0.0.1:4222', CATALOG_OBJECTSTORE_BUCKET: 'objects' }

test('the required variables', () => {
  expect(readConfig(configSchema, needed)).toEqual({
    ...needed,
    CATALOG_HEALTH_HOST: '127.0.0.1',
    CATALOG_HEALTH_PORT: 0,
    CATALOG_LOG_LEVEL: 'info',
    CATALOG_OBJECTSTORE_KIND: 'filesystem',
    CATALOG_IMAGE_DENIED_CIDRS: ['34.118.224.0/20'],
    CATALOG_IMAGE_ALLOWED_HOSTS: [],
  })
})

test('lists are separated by commas', () => {
  const config = readConfig(configSchema, {
    ...needed,
    CATALOG_IMAGE_DENIED_CIDRS: '34.118.224.0/20, 10.8.0.0/14,2600:1900::/28',
    CATALOG_IMAGE_ALLOWED_HOSTS: '127.0.0.1:8080, [::1]:80,cdn.internal:443,',
  })
  expect(config.CATALOG_IMAGE_DENIED_CIDRS).toEqual(['34.118.224.0/20', '10.8.0.0/14', '2600:1900::/28'])
  expect(config.CATALOG_IMAGE_ALLOWED_HOSTS).toEqual(['127.0.0.1:8080', '[::1]:80', 'cdn.internal:443'])
})

test.each([
  ['CATALOG_IMAGE_DENIED_CIDRS', '10.0.0.0'],
  ['CATALOG_IMAGE_DENIED_CIDRS', '10.0.0.0/33'],
  ['CATALOG_IMAGE_DENIED_CIDRS', '10/8'],
  ['CATALOG_IMAGE_DENIED_CIDRS', 'cluster'],
  ['CATALOG_IMAGE_ALLOWED_HOSTS', 'cdn.internal'],
  ['CATALOG_IMAGE_ALLOWED_HOSTS', 'http://cdn.internal:80'],
  ['CATALOG_IMAGE_ALLOWED_HOSTS', 'cdn.internal:99999'],
  ['CATALOG_IMAGE_ALLOWED_HOSTS', '*:80'],
  ['CATALOG_IMAGE_ALLOWED_HOSTS', 'user@cdn.internal:80'],
  ['CATALOG_IMAGE_ALLOWED_HOSTS', '::1:80'],
  ['CATALOG_OBJECTSTORE_KIND', 'azure'],
  ['CATALOG_OBJECTSTORE_REGION', 'eu-central-1.amazonaws.com/'],
  ['CATALOG_OBJECTSTORE_BUCKET', ''],
  ['CATALOG_OBJECTSTORE_ENDPOINT', '127.0.0.1:4443'],
  ['CATALOG_OBJECTSTORE_ENDPOINT', 'ftp://127.0.0.1'],
  ['CATALOG_HEALTH_PORT', '70000'],
])('%s cannot be %j', (name, value) => {
  expect(() => readConfig(configSchema, { ...needed, [name]: value })).toThrow(name)
})

const gcs = { ...needed, CATALOG_OBJECTSTORE_KIND: 'gcs' }

test.each(['shop-images', 'images_2.example.com', '1a2', 'a'.repeat(63)])(
  'the bucket of kind gcs can be %j',
  (name) => {
    expect(readConfig(configSchema, { ...gcs, CATALOG_OBJECTSTORE_BUCKET: name })).toMatchObject({
      CATALOG_OBJECTSTORE_KIND: 'gcs',
      CATALOG_OBJECTSTORE_BUCKET: name,
    })
  },
)

test.each([
  'gs://shop-images',
  'shop-images/products',
  '/var/lib/objects',
  'Shop-Images',
  'shop images',
  'ab',
  '-shop',
  'shop-',
  'shop..images',
  '10.0.0.1',
  'goog-shop',
  'my-google-shop',
  'a'.repeat(64),
  `${'a'.repeat(64)}.example`,
])('the bucket of kind gcs cannot be %j, with a message', (name) => {
  expect(() => readConfig(configSchema, { ...gcs, CATALOG_OBJECTSTORE_BUCKET: name })).toThrow(
    `CATALOG_OBJECTSTORE_BUCKET (${JSON.stringify(name)}): is not the name of a bucket`,
  )
})

const s3 = { ...needed, CATALOG_OBJECTSTORE_KIND: 's3', CATALOG_OBJECTSTORE_BUCKET: 'shop-images' }

test.each([
  { CATALOG_OBJECTSTORE_REGION: 'eu-central-1' },
  { CATALOG_OBJECTSTORE_ENDPOINT: 'https://minio.storage:9000' },
  { CATALOG_OBJECTSTORE_REGION: 'auto', CATALOG_OBJECTSTORE_ENDPOINT: 'https://a.r2.cloudflarestorage.com' },
])('kind s3 is found by %j', (where) => {
  expect(readConfig(configSchema, { ...s3, ...where })).toMatchObject(where)
})

test('kind s3 needs a region without an endpoint', () => {
  expect(() => readConfig(configSchema, s3)).toThrow(/CATALOG_OBJECTSTORE_REGION.*such as eu-central-1/)
})

test.each([
  's3://shop-images',
  'shop/images',
  'Shop',
  'shop_images',
  'ab',
  'a..b',
  '10.0.0.1',
  'a'.repeat(64),
])('the bucket of kind s3 cannot be %j', (name) => {
  const wrong = { ...s3, CATALOG_OBJECTSTORE_REGION: 'eu-central-1', CATALOG_OBJECTSTORE_BUCKET: name }
  expect(() => readConfig(configSchema, wrong)).toThrow('CATALOG_OBJECTSTORE_BUCKET')
})

test('all problems are reported at once, including that of the bucket', () => {
  const wrong = { CATALOG_HEALTH_PORT: 'http', CATALOG_OBJECTSTORE_BUCKET: 'gs://shop' }
  expect(() => readConfig(configSchema, { ...gcs, ...wrong })).toThrow(
    /CATALOG_HEALTH_PORT.*CATALOG_OBJECTSTORE_BUCKET/,
  )
  expect(() => readConfig(configSchema, { CATALOG_OBJECTSTORE_KIND: 'gcs' })).toThrow(
    /CATALOG_NATS_URL.*CATALOG_OBJECTSTORE_BUCKET/,
  )
})

test('an emulator is named by its URL', () => {
  const url = 'http://127.0.0.1:4443'
  expect(
    readConfig(configSchema, {
      ...gcs,
      CATALOG_OBJECTSTORE_BUCKET: 'shop',
      CATALOG_OBJECTSTORE_ENDPOINT: url,
    }),
  ).toMatchObject({ CATALOG_OBJECTSTORE_ENDPOINT: url })
})
