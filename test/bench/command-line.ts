import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startSystem } from '../support/system.ts'
import { alternate, compareTimes, timed } from './alternate.ts'
import { canonicalFile, makeProducts } from './make-products.ts'
import { tell } from './report.ts'
import type { Finding } from './report.ts'

const program = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))
/** Of 5,000 rows each. */
const fileCount = 4
const productsEach = 1_000

/** `catalogctl import --yes` of several files, beside their uploads and confirms one after the other. */
export async function benchCommandLine({ rounds }: { rounds: number }): Promise<Finding[]> {
  await using system = await startSystem()
  await system.kill('image-service')
  const folder = await mkdtemp(join(tmpdir(), 'catalog-bench-'))
  await using undo = new AsyncDisposableStack()
  undo.defer(() => rm(folder, { recursive: true }))
  tell(`command line: ${fileCount} files`)
  const files = Array.from({ length: fileCount }, (_, index) => ({
    path: join(folder, `part-${index}.csv`),
    content: canonicalFile(makeProducts({ from: 1 + index * productsEach, count: productsEach })),
  }))
  for (const { path, content } of files) await writeFile(path, content)
  const paths = files.map(({ path }) => path)

  let storefronts = 0
  const nextStorefront = () => `import-${(storefronts += 1)}`
  const applyInTurn = async (storefront: string) => {
    for (const { content } of files) {
      const { draft_id: draftId } = await system.upload(content, { storefront })
      await system.confirm(draftId, { storefront })
    }
  }
  const results = await alternate(rounds, {
    floor: async () => ({ ms: await timed(() => applyInTurn(nextStorefront())) }),
    subject: async () => {
      const env = { CATALOG_URL: system.baseUrl, CATALOG_TOKEN: system.token(nextStorefront()) }
      const run = promisify(execFile)(process.execPath, [program, 'import', ...paths, '--yes'], { env })
      return { ms: await timed(() => run) }
    },
  })
  const what = `catalogctl import of ${fileCount} files of 5,000 new rows, time`
  const floor = 'their uploads and confirms, one after the other'
  return [{ what, floor, goal: { most: 1 }, ...compareTimes(results, 'floor') }]
}
