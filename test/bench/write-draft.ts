import { randomUUID } from 'node:crypto'
import { createAddressGuard } from '@catalog/address-guard'
import type { Client } from 'pg'
import { readFile } from '@catalog/reading'
import type { Context } from '../../services/import-service/src/context.ts'
import { compress } from '../../services/import-service/src/drafts/compression.ts'
import { deleteDraft } from '../../services/import-service/src/drafts/write-drafts.sql.ts'
import { previewFile, toDraftContent } from '../../services/import-service/src/drafts/preview-file.ts'
import { savePreview } from '../../services/import-service/src/drafts/store-draft.ts'
import { copyIn } from './copy-rows.ts'
import { createLinesTable, linesOf } from './draft-lines.ts'
import { canonicalFile, makeProducts } from './make-products.ts'
import { tell } from './report.ts'
import type { Finding } from './report.ts'
import { alternate, compareTimes, timed } from './alternate.ts'
import type { ImportBench } from './upload-file.ts'

/** Stores a preview as a draft, with its plan and file; the floor is COPY of its rows as lines of JSON. */
export async function benchWriting(
  client: Client,
  { database }: Context,
  { rounds, storefront }: ImportBench,
): Promise<Finding> {
  const file = await readFile(
    canonicalFile([
      ...makeProducts({ from: 1, count: 500, edition: 1 }),
      ...makeProducts({ from: 900_001, count: 500 }),
    ]),
  )
  const tools = { database, guard: createAddressGuard() }
  const preview = await previewFile(tools, storefront, file)
  const content = toDraftContent(file, preview)
  const source = { fileName: null, createdBy: null, revisedBy: [], undoes: null }
  const write = async () => {
    const key = { storefrontId: storefront, draftId: randomUUID() }
    const terms = { source, createdAt: new Date(), replaces: null }
    const ms = await timed(async () => {
      const save = {
        content,
        preview,
        edits: [],
        file: await compress(file.bytes),
        errorsCsv: new Uint8Array(),
      }
      await savePreview(tools, key, terms, save)
    })
    await database.transaction((transaction) => deleteDraft(transaction, key))
    return { ms }
  }
  await write()
  const lines = linesOf(randomUUID(), preview.rows)
  await createLinesTable(client, 'bench_lines')
  tell(`draft: writing ${(lines.length / 1024 / 1024).toFixed(1)} MB of rows`)

  const results = await alternate(rounds, {
    floor: async () => {
      await client.query('truncate bench_lines')
      return { ms: await timed(() => copyIn(client, 'bench_lines', lines)) }
    },
    subject: write,
  })
  return {
    what: 'writing the draft of 5,000 rows, time',
    floor: "COPY of its rows' lines, unlogged",
    goal: { most: 2 },
    ...compareTimes(results, 'COPY'),
  }
}
