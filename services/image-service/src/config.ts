import { natsUrl } from '@catalog/messaging'
import { logLevels } from '@catalog/telemetry'
import { z } from 'zod'
import { addressGuardSettings } from '@catalog/address-guard'
import { isBucketName, isS3BucketName } from './object-store/bucket-name.ts'

const bucketNameRule =
  'is not the name of a bucket (3 to 63 lowercase letters, digits and -, without gs://, s3:// or a path)'

const isBucketOf = { filesystem: () => true, gcs: isBucketName, s3: isS3BucketName }

/**
 * The environment of image-service. Decoding needs no settings: image-service starts its decoders with an environment
 * of their own (decoder/start-decoder.ts).
 */
export const configSchema = z
  .object({
    CATALOG_NATS_URL: natsUrl,
    CATALOG_HEALTH_HOST: z.string().min(1).default('127.0.0.1'),
    CATALOG_HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
    /** The logger reads it too, before anything else. */
    CATALOG_LOG_LEVEL: z.enum(logLevels).default('info'),
    /** `gcs` is Google Cloud Storage, `s3` Amazon S3, with the host's identity: no setting contains a credential. */
    CATALOG_OBJECTSTORE_KIND: z.enum(['filesystem', 'gcs', 's3']).default('filesystem'),
    /** A folder, or the bucket's name. */
    CATALOG_OBJECTSTORE_BUCKET: z.string().min(1),
    /** Of the bucket of kind `s3`; by default, `us-east-1` where there is an endpoint. */
    CATALOG_OBJECTSTORE_REGION: z
      .string()
      .regex(/^[a-z0-9-]{1,64}$/, 'must be the name of a region, such as eu-central-1')
      .optional(),
    /** For `gcs`: URL of an emulator, to which no credentials are sent. For `s3`: URL of another server than Amazon's. */
    CATALOG_OBJECTSTORE_ENDPOINT: z
      .url({ protocol: /^https?$/, error: 'must be a URL of http or https' })
      .optional(),
    ...addressGuardSettings,
  })
  .refine(
    ({ CATALOG_OBJECTSTORE_KIND: kind, CATALOG_OBJECTSTORE_BUCKET: bucket }) => isBucketOf[kind](bucket),
    {
      path: ['CATALOG_OBJECTSTORE_BUCKET'],
      message: bucketNameRule,
      when: isObjectStoreRead,
    },
  )
  .refine(
    (config) =>
      config.CATALOG_OBJECTSTORE_KIND !== 's3' ||
      config.CATALOG_OBJECTSTORE_REGION !== undefined ||
      config.CATALOG_OBJECTSTORE_ENDPOINT !== undefined,
    {
      path: ['CATALOG_OBJECTSTORE_REGION'],
      message: "must name the bucket's region, such as eu-central-1",
      when: isObjectStoreRead,
    },
  )

/** Also if other variables are wrong, so that all problems are reported at once. */
function isObjectStoreRead({ issues }: { issues: { path?: PropertyKey[] | undefined }[] }): boolean {
  return !issues.some(({ path }) => String(path?.[0]).startsWith('CATALOG_OBJECTSTORE_'))
}
