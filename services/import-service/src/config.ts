import { addressGuardSettings } from '@catalog/address-guard'
import { natsUrl } from '@catalog/messaging'
import { logLevels } from '@catalog/telemetry'
import { z } from 'zod'

/** The variables of the environment that import-service reads. */
export const configSchema = z.object({
  CATALOG_NATS_URL: natsUrl,
  /** NATS servers that keep a copy of the image queue; as it is, or one, where it is not set. */
  CATALOG_NATS_REPLICAS: z.coerce.number().int().min(1).max(5).optional(),
  CATALOG_DATABASE_URL: z.string().min(1).meta({ secret: true }),
  CATALOG_HEALTH_HOST: z.string().default('127.0.0.1'),
  /** 0 takes a free one. */
  CATALOG_HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** The logger reads it as well, before anything can go wrong. */
  CATALOG_LOG_LEVEL: z.enum(logLevels).default('info'),
  /** Between the first and the second attempt at an image, and between the second and the third. */
  CATALOG_IMAGE_RETRY_PAUSES_MS: z
    .string()
    .regex(/^\d{1,7},\d{1,7}$/, 'must be two numbers of milliseconds, separated by a comma')
    .default('2000,10000')
    .transform((text) => text.split(',').map(Number)),
  /** How long a run keeps its rows and its settled images; its counts stay for ever. */
  CATALOG_RUN_DETAIL_DAYS: z.coerce.number().int().min(1).max(36_500).default(90),
  ...addressGuardSettings,
})
