import { csvLines, writeCsv } from '@catalog/catalog'
import { ServiceError } from '@catalog/contracts'
import { absentHeader, absentLine } from '@catalog/preview'
import { listActiveProducts } from '../catalog/read.sql.ts'
import type { ProductFilter } from '../catalog/read.sql.ts'
import { requireServedHere } from '../catalog/storefront-moves.sql.ts'
import type { Context } from '../context.ts'
import type { Database } from '../postgres/database.ts'
import { decompress } from './compression.ts'
import { draftNotFound, draftOfReleaseBefore } from './draft-errors.ts'
import { readNamedHandles } from './drafts.sql.ts'
import { openDraft } from './open-draft.ts'

/**
 * The active products that the draft's file does not name, as a file that archives them. It is read in pages, each as the
 * catalog is then: no connection is held while the reader takes one.
 * @throws ServiceError draft_not_found, draft_expired, empty_catalog, unavailable
 */
export async function exportDraftAbsent(
  context: Context,
  input: { storefront_id: string; draft_id: string } & ProductFilter,
): Promise<{ head: Record<string, never>; body: AsyncIterable<Uint8Array> }> {
  const { database } = context
  const key = { storefrontId: input.storefront_id, draftId: input.draft_id }
  const { undoes } = await openDraft(context, key)
  // Otherwise a whole catalog would be proposed, except for what the run had changed.
  if (undoes !== null) {
    throw new ServiceError(
      'empty_catalog',
      'This preview undoes an import: it has no file that could lack products.',
    )
  }
  const stored = await readNamedHandles(database, key)
  if (stored === undefined) throw draftNotFound()
  if (stored === null) throw draftOfReleaseBefore()
  const named: string[] = JSON.parse((await decompress(stored)).toString())
  const pages = absentPages(database, key.storefrontId, new Set(named), input)
  const first = await pages.next()
  if (first.done) throw nothingAbsent(input)
  return { head: {}, body: toBytes(first.value, pages) }
}

async function* absentPages(
  database: Database,
  storefrontId: string,
  named: ReadonlySet<string>,
  filter: ProductFilter,
): AsyncGenerator<string[][], undefined> {
  let after: string | undefined = ''
  while (after !== undefined) {
    const { products, last } = await listActiveProducts(database, storefrontId, filter, after)
    const lines = products.filter(({ handle }) => !named.has(handle)).map(absentLine)
    if (lines.length > 0) yield lines
    after = last
  }
  // Had the storefront been moved away meanwhile, the end would be missing.
  await requireServedHere(database, storefrontId, undefined)
}

async function* toBytes(first: string[][], rest: AsyncIterable<string[][]>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(writeCsv([absentHeader]) + csvLines(first))
  for await (const lines of rest) yield Buffer.from(csvLines(lines))
}

function nothingAbsent({ vendors, product_types: types, tags }: ProductFilter): ServiceError {
  const which = vendors.length + types.length + tags.length > 0 ? ' that was asked for' : ''
  return new ServiceError(
    'empty_catalog',
    `The file names every active product${which}: none is missing from it.`,
  )
}
