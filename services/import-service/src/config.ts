import { addressGuardSettings } from '@catalog/address-guard'
import { natsUrl } from '@catalog/messaging'
import { databaseSettings } from '@catalog/postgres'
import { logLevels } from '@catalog/telemetry'
import { z } from 'zod'

/** The environment variables of import-service. */
export const configSchema = z.object({
  CATALOG_NATS_URL: natsUrl,
  /** NATS servers that keep a copy of the image queue. If not set: unchanged, or one for a new queue. */
  CATALOG_NATS_REPLICAS: z.coerce.number().int().min(1).max(5).optional(),
  CATALOG_DATABASE_URL: z.string().min(1).meta({ secret: true }),
  ...databaseSettings,
  CATALOG_HEALTH_HOST: z.string().default('127.0.0.1'),
  /** 0 picks a free port. */
  CATALOG_HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** The logger reads it too, before anything else. */
  CATALOG_LOG_LEVEL: z.enum(logLevels).default('info'),
  /** Milliseconds between the first and the second attempt at an image, and between the second and the third. */
  CATALOG_IMAGE_RETRY_PAUSES_MS: z
    .string()
    .regex(/^\d{1,7},\d{1,7}$/, 'must be two numbers of milliseconds, separated by a comma')
    .default('2000,10000')
    .transform((text) => text.split(',').map(Number)),
  /** Days for which a run keeps its rows and its settled images; its counts are kept permanently. */
  CATALOG_RUN_DETAIL_DAYS: z.coerce.number().int().min(1).max(36_500).default(90),
  /** Whether an import is applied only by another person than proposed it. */
  CATALOG_REQUIRE_SECOND_PERSON: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
  ...addressGuardSettings,
})

/** What an operator's command needs of it. */
export const operatorConfigSchema = configSchema.pick({
  CATALOG_DATABASE_URL: true,
  CATALOG_DATABASE_SETTINGS: true,
  CATALOG_DATABASE_SCHEMA: true,
  CATALOG_NATS_URL: true,
})
