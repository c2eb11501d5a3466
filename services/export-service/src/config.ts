import { natsUrl } from '@catalog/messaging'
import { databaseSettings } from '@catalog/postgres'
import { logLevels } from '@catalog/telemetry'
import { z } from 'zod'

/** The environment variables of export-service. */
export const configSchema = z.object({
  CATALOG_NATS_URL: natsUrl,
  /** A login of the role `catalog_reader`: this service never writes. */
  CATALOG_DATABASE_URL: z.string().min(1),
  ...databaseSettings,
  CATALOG_HEALTH_HOST: z.string().min(1).default('127.0.0.1'),
  /** 0 picks a free port. */
  CATALOG_HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** The logger reads it too, before anything else. */
  CATALOG_LOG_LEVEL: z.enum(logLevels).default('info'),
})
