import { natsServer, plainUrls, postgresServer } from './servers.ts'
import { gcs } from './stores.ts'
import type { Variant } from './variant.ts'
import { encrypted } from './variants/encrypted.ts'
import { s3 } from './variants/s3.ts'

export const plain: Variant = {
  programs: [],
  servers: async (passwords) => [...postgresServer(passwords), ...natsServer(passwords)],
  urls: plainUrls,
  store: gcs,
  entrance: 'catalog-gateway',
}

export const variants: Record<string, Variant> = { plain, encrypted, s3 }
