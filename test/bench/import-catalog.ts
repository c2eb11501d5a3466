import { startSystem } from '../support/system.ts'
import { benchConfirm } from './confirm-draft.ts'
import { connectClient } from './connect-client.ts'
import { tell } from './report.ts'
import type { Finding } from './report.ts'
import { seedCatalog } from './seed-catalog.ts'
import { benchUndo } from './undo-run.ts'
import { benchUpload } from './upload-file.ts'

/** Products that are in the storefront before the first import. */
export const storedProducts = 50_000

/** Imports 5,000 rows into a storefront with 50,000 products: upload to preview, and confirm. */
export async function benchImport({ rounds }: { rounds: number }): Promise<Finding[]> {
  await using system = await startSystem()
  // Nothing should be fetched, and images must not use processor time that is measured.
  await system.kill('image-service')
  await using connection = await connectClient(system.database.url)
  const { client } = connection
  tell(`import: ${storedProducts} products are put into the storefront`)
  await seedCatalog(client, storefront, storedProducts)
  return [
    ...(await benchUpload(system, client, { rounds, storefront })),
    ...(await benchConfirm(system, client, { rounds, storefront })),
    ...(await benchUndo(system, client, { rounds, storefront })),
  ]
}

const storefront = 'bench'
