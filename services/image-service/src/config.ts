import { natsUrl } from '@catalog/messaging'
import { logLevels } from '@catalog/telemetry'
import { z } from 'zod'
import { addressGuardSettings } from '@catalog/address-guard'
import { isBucketName } from './object-store/bucket-name.ts'

const bucketNameRule =
  'is not the name of a bucket (3 to 63 lowercase letters, digits, - and _, without gs:// or a path)'

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
    /** `gcs` is Google Cloud Storage, with the host's identity: no setting contains a credential. */
    CATALOG_OBJECTSTORE_KIND: z.enum(['filesystem', 'gcs']).default('filesystem'),
    /** A folder, or the bucket's name. */
    CATALOG_OBJECTSTORE_BUCKET: z.string().min(1),
    /** URL of a Cloud Storage emulator, to which no credentials are sent; for `gcs` only. */
    CATALOG_OBJECTSTORE_ENDPOINT: z
      .url({ protocol: /^https?$/, error: 'must be a URL of http or https' })
      .optional(),
    ...addressGuardSettings,
  })
  .refine(
    (config) => config.CATALOG_OBJECTSTORE_KIND !== 'gcs' || isBucketName(config.CATALOG_OBJECTSTORE_BUCKET),
    {
      path: ['CATALOG_OBJECTSTORE_BUCKET'],
      message: bucketNameRule,
      // Also if other variables are wrong, so that all problems are reported at once.
      when: ({ issues }) => !issues.some(({ path }) => isOfObjectStore(path?.[0])),
    },
  )

function isOfObjectStore(name: unknown): boolean {
  return name === 'CATALOG_OBJECTSTORE_KIND' || name === 'CATALOG_OBJECTSTORE_BUCKET'
}
