import { v7 as newId } from 'uuid'
import type { Knex } from 'knex'
import { shortened } from '@catalog/catalog'
import { type Mapping, ServiceError } from '@catalog/contracts'
import type { ColumnChoice } from '../dialects/mapped/column-choice.ts'
import { headerKey } from '../dialects/mapped/header-names.ts'
import { UnknownHeader } from '../dialects/mapped/unknown-header.ts'
import { findMapping, keepMapping, touchMapping } from '../mappings/mappings.sql.ts'
import type { Database } from '../postgres/database.ts'
import type { ImportFile } from '../reading/import-file.ts'
import { readFile } from '../reading/read-file.ts'
import type { DraftMapping, DraftSource } from './drafts.sql.ts'

/** What is known of the columns of a file before it is read. */
export interface FileColumns {
  /** As the caller sent it; null where nothing was sent. */
  sent: Mapping | null
  /** That the draft to be replaced was read with. */
  used: DraftMapping | null
}

export interface ReadUpload {
  file: ImportFile
  /** Null where the columns were recognised. */
  mapping: DraftMapping | null
  /** Keeps it, or that it was used; the mapping as the draft has it. */
  remember(transaction: Knex.Transaction): Promise<DraftMapping | null>
}

interface Terms {
  storefrontId: string
  now: Date
  source: Pick<DraftSource, 'createdBy'>
}

/**
 * Reads a file with the columns that the caller names or, where nothing was sent and its format is not known, with those
 * that are remembered for its header.
 * @throws ServiceError one of `readingErrorCodes`, invalid_mapping
 */
export async function readUpload(
  database: Database,
  bytes: Uint8Array<ArrayBuffer>,
  { sent, used }: FileColumns,
  { storefrontId, now, source }: Terms,
): Promise<ReadUpload> {
  if (used) {
    const file = await readFile(bytes, now, used)
    return { file, mapping: used, remember: async () => used }
  }
  if (sent && !saysNothing(sent)) {
    const file = await readFile(bytes, now, sent)
    const mapping = toDraftMapping(file.choice, { mappingId: null, remembered: false })
    return {
      file,
      mapping,
      async remember(transaction) {
        if (!sent.remember || !mapping || mapping.identity === null) return mapping
        const mappingId = await keepMapping(transaction, storefrontId, {
          mappingId: newId(),
          headerKey: headerKey(file.header),
          header: shownHeader(file.header),
          columns: mapping.columns,
          identity: mapping.identity,
          createdBy: source.createdBy,
          now,
        })
        return { ...mapping, mappingId }
      },
    }
  }
  try {
    const file = await readFile(bytes, now)
    return { file, mapping: null, remember: async () => null }
  } catch (error) {
    if (sent || !(error instanceof UnknownHeader)) throw error
    const kept = await findMapping(database, storefrontId, error.headers.map(headerKey))
    if (!kept) throw error
    const { mappingId } = kept
    const file = await readFile(bytes, now, kept)
    const mapping = toDraftMapping(file.choice, { mappingId, remembered: true })
    return {
      file,
      mapping,
      async remember(transaction) {
        await touchMapping(transaction, storefrontId, { mappingId, now })
        return mapping
      },
    }
  }
}

/** `{}`: that what is remembered is not to be used. @throws ServiceError invalid_mapping */
function saysNothing({ columns, identity, remember }: Mapping): boolean {
  if (columns.length > 0 || identity !== null) return false
  if (!remember) return true
  throw new ServiceError('invalid_mapping', 'The mapping names no column, so there is nothing to remember.')
}

function toDraftMapping(
  choice: ColumnChoice | null,
  kept: Pick<DraftMapping, 'mappingId' | 'remembered'>,
): DraftMapping | null {
  return choice && { ...kept, columns: choice.columns, identity: choice.identity }
}

/** Names that a list of mappings shows of a header. */
function shownHeader(header: string[]): string[] {
  return header.slice(0, 200).map((name) => shortened(name, 200))
}
