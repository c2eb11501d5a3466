import { percentile } from '../load/latencies.ts'
import { startSystem } from '../support/system.ts'
import type { System } from '../support/system.ts'
import { alternate, compareTimes } from './alternate.ts'
import { startHelper } from './helper-process.ts'
import { canonicalFile, makeProducts } from './make-products.ts'
import { tell } from './report.ts'
import type { Finding } from './report.ts'

const neighbours = 15
const uploadsEach = 10
/** As many as a storefront may have in flight. */
const largeFiles = 4

/**
 * Uploads of 100 rows by 15 storefronts, one after the other in each, while another one sends four files at the limits.
 */
export async function benchNeighbours({ rounds }: { rounds: number }): Promise<Finding[]> {
  await using system = await startSystem()
  await system.kill('image-service')
  const small = canonicalFile(makeProducts({ from: 1, count: 20 }))
  // Otherwise sending large files would delay this process, whose clients wait for small ones.
  await using large = await startHelper<'begin' | 'end', number>(
    new URL('large-uploads.ts', import.meta.url).href,
    { BASE_URL: system.baseUrl, SECRET: system.secret, FILES: String(largeFiles) },
  )
  tell(`neighbours: ${neighbours} storefronts, and one with ${largeFiles} files of 10 MB`)
  const alone = async () => ({ ms: await slowestUploads(system, small) })
  const results = await alternate(rounds, {
    floor: alone,
    subject: async () => {
      await large.ask('begin')
      const figures = await alone()
      await large.ask('end')
      return figures
    },
  })
  return [
    {
      what: `p99 of the uploads of ${neighbours} storefronts beside one that sends ${largeFiles} files of 10 MB, time`,
      floor: 'the same without that one',
      goal: { most: 1.5 },
      ...compareTimes(results, 'without'),
    },
  ]
}

/** The p99 of their uploads, in milliseconds. */
async function slowestUploads(system: System, file: Buffer): Promise<number> {
  const times: number[] = []
  await Promise.all(
    Array.from({ length: neighbours }, async (_, number) => {
      for (let index = 0; index < uploadsEach; index += 1) {
        const startedAt = performance.now()
        await system.upload(file, { storefront: `small-${number}` })
        times.push(performance.now() - startedAt)
      }
    }),
  )
  return percentile(times, 0.99)
}
