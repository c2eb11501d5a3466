import { Client } from 'pg'
import { startSystem } from '../support/system.ts'
import { benchConfirm } from './confirm-draft.ts'
import { tell } from './report.ts'
import type { Finding } from './report.ts'
import { seedCatalog } from './seed-catalog.ts'
import { benchUpload } from './upload-file.ts'

/** Products that are in the storefront before the first import. */
export const storedProducts = 50_000

/** 5,000 rows into a storefront with 50,000 products: upload to preview, and confirm. */
export async function benchImport({ rounds }: { rounds: number }): Promise<Finding[]> {
  await using system = await startSystem()
  // Nothing is to be fetched, and the images must not take the processor from what is measured.
  await system.kill('image-service')
  const client = new Client(system.database.url)
  await client.connect()
  try {
    tell(`import: ${storedProducts} products are put into the storefront`)
    await seedCatalog(client, storefront, storedProducts)
    return [
      ...(await benchUpload(system, client, { rounds, storefront })),
      ...(await benchConfirm(system, client, { rounds, storefront })),
    ]
  } finally {
    await client.end()
  }
}

const storefront = 'bench'
