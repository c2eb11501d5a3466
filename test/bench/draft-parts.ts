import { createTestContext } from '../../services/import-service/src/testing/test-context.ts'
import { connectClient } from './connect-client.ts'
import { storedProducts } from './import-catalog.ts'
import { benchLoading } from './load-touched.ts'
import { tell } from './report.ts'
import type { Finding } from './report.ts'
import { seedCatalog } from './seed-catalog.ts'
import { benchWriting } from './write-draft.ts'

/** The database's part of an upload: loading the products that its file touches, and writing its draft. */
export async function benchDraftParts({ rounds }: { rounds: number }): Promise<Finding[]> {
  await using test = await createTestContext()
  await using connection = await connectClient(test.url)
  const { client } = connection
  tell(`draft: ${storedProducts} products are put into the storefront`)
  await seedCatalog(client, storefront, storedProducts)
  return [
    await benchLoading(client, test.context, { rounds, storefront }),
    await benchWriting(client, test.context, { rounds, storefront }),
  ]
}

const storefront = 'bench'
