import { v7 as newId } from 'uuid'
import type { Knex } from 'knex'
import { shortened } from '@catalog/catalog'
import { ServiceError } from '@catalog/contracts'
import type { CellEdit, Choice, Mapping } from '@catalog/contracts'
import { UnknownHeader, headerKey } from '@catalog/dialects'
import type { ColumnChoice } from '@catalog/dialects'
import { readFile } from '@catalog/reading'
import type { ImportFile } from '@catalog/reading'
import { findMapping, keepMapping, touchMapping } from '../mappings/mappings.sql.ts'
import type { Database } from '../postgres/database.ts'
import type { DraftMapping, DraftSource } from './draft-columns.ts'

/** Mappings that exist before a file is read. */
export interface FileColumns {
  /** The caller's mapping; null if none was sent. */
  sent: Mapping | null
  /** The mapping of the draft that is rechecked. */
  used: DraftMapping | null
  /** What of the file is imported; null if the caller said nothing. */
  choice: Choice | null
  /** Cells with other values than the file's; an upload has none. */
  edits?: readonly CellEdit[]
}

export interface ReadUpload {
  file: ImportFile
  /** Null if the format was recognised. */
  mapping: DraftMapping | null
  /** The one that was sent, or is remembered with the mapping. */
  choice: Choice | null
  /** Stores the mapping, or that it was used. Returns it as the draft has it. */
  remember(transaction: Knex.Transaction): Promise<DraftMapping | null>
}

interface Terms {
  storefrontId: string
  now: Date
  source: Pick<DraftSource, 'createdBy'>
}

/**
 * Reads a file with the caller's mapping or, if none was sent, with the mapping that is remembered for its header, even
 * where the format is known: somebody chose it nevertheless.
 * @throws ServiceError one of `readingErrorCodes`, invalid_mapping
 */
export async function readUpload(
  database: Database,
  bytes: Uint8Array<ArrayBuffer>,
  { sent, used, choice, edits }: FileColumns,
  { storefrontId, now, source }: Terms,
): Promise<ReadUpload> {
  if (used) {
    const file = await readFile(bytes, now, used, edits)
    return { file, mapping: used, choice, remember: async () => used }
  }
  if (sent && !isEmptyMapping(sent)) {
    const file = await readFile(bytes, now, sent)
    const mapping = toDraftMapping(file.choice, { mappingId: null, remembered: false })
    return {
      file,
      mapping,
      choice,
      async remember(transaction) {
        if (!sent.remember || !mapping || mapping.identity === null) return mapping
        const mappingId = await keepMapping(transaction, storefrontId, {
          mappingId: newId(),
          headerKey: headerKey(file.header),
          header: shownHeader(file.header),
          columns: mapping.columns,
          identity: mapping.identity,
          choice,
          createdBy: source.createdBy,
          now,
        })
        return { ...mapping, mappingId }
      },
    }
  }
  const read = await readFile(bytes, now, undefined, edits).catch((error: unknown) => {
    if (error instanceof UnknownHeader) return error
    throw error
  })
  const headers = read instanceof UnknownHeader ? read.headers : isOurs(read) ? [] : [read.header]
  const kept =
    sent || headers.length === 0
      ? undefined
      : await findMapping(database, storefrontId, headers.map(headerKey))
  if (!kept) {
    if (read instanceof UnknownHeader) throw read
    return { file: read, mapping: null, choice, remember: async () => null }
  }
  const { mappingId } = kept
  const file = await readFile(bytes, now, kept, edits)
  const mapping = toDraftMapping(file.choice, { mappingId, remembered: true })
  return {
    file,
    mapping,
    choice: choice ?? kept.choice,
    async remember(transaction) {
      await touchMapping(transaction, storefrontId, { mappingId, now })
      return mapping
    },
  }
}

/** Whether all columns are those of an export, which must change nothing when it is imported (INV-12). */
function isOurs({ dialect, unknownColumnsCount }: ImportFile): boolean {
  return dialect === 'canonical' && unknownColumnsCount === 0
}

/**
 * Whether the mapping is empty (`{}`), which means: do not use a remembered one.
 * @throws ServiceError invalid_mapping
 */
function isEmptyMapping({ columns, identity, remember }: Mapping): boolean {
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

/** Column names of a header for a list of mappings, shortened. */
function shownHeader(header: string[]): string[] {
  return header.slice(0, 200).map((name) => shortened(name, 200))
}
