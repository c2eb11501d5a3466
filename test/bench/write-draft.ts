import type { Client } from 'pg'
import type { Context } from '../../services/import-service/src/context.ts'
import { createDraft } from '../../services/import-service/src/drafts/create-draft.ts'
import { deleteDraft } from '../../services/import-service/src/drafts/drafts.sql.ts'
import { copyIn, copyOut } from './copy-rows.ts'
import { canonicalFile, makeProducts } from './make-products.ts'
import { chunksOf } from './read-and-validate.ts'
import { milliseconds, tell } from './report.ts'
import type { Finding } from './report.ts'
import { medianOf, alternate, timed } from './alternate.ts'
import type { ImportBench } from './upload-file.ts'
import { watchTransactions } from './watch-transactions.ts'

/** The transaction in which a draft is stored, with its plan and its file, beside COPY of its compressed rows alone. */
export async function benchWriting(
  client: Client,
  context: Context,
  { rounds, storefront }: ImportBench,
): Promise<Finding> {
  const file = canonicalFile([
    ...makeProducts({ from: 1, count: 500, edition: 1 }),
    ...makeProducts({ from: 900_001, count: 500 }),
  ])
  let lines: Buffer | undefined
  const write = async () => {
    const { database, ms } = watchTransactions(context.database)
    const { draft_id: draftId } = await createDraft(
      { ...context, database },
      { storefront_id: storefront },
      chunksOf(file),
    )
    lines ??= await copyOut(client, `select * from import_row_blocks where draft_id = '${draftId}'`)
    await context.database.transaction((transaction) =>
      deleteDraft(transaction, { storefrontId: storefront, draftId }),
    )
    // Before the last one, expired drafts are swept and what the file touches is loaded.
    return { ms: ms.at(-1) ?? Number.NaN }
  }
  await write()
  const text = lines ?? Buffer.alloc(0)
  await client.query('create unlogged table bench_lines (like import_row_blocks)')
  tell(`draft: writing ${(text.length / 1024 / 1024).toFixed(1)} MB of compressed rows`)

  const results = await alternate(rounds, {
    floor: async () => {
      await client.query('truncate bench_lines')
      return { ms: await timed(() => copyIn(client, 'bench_lines', text)) }
    },
    subject: write,
  })
  const copyMs = milliseconds(medianOf(results, ({ floor }) => floor.ms))
  return {
    what: 'writing the draft of 5,000 rows, time',
    floor: 'COPY of its compressed rows, unlogged',
    ratio: medianOf(results, ({ floor, subject }) => subject.ms / floor.ms),
    goal: { most: 2 },
    here: `${milliseconds(medianOf(results, ({ subject }) => subject.ms))}, COPY ${copyMs}`,
  }
}
