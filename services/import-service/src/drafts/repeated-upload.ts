import { createHash } from 'node:crypto'
import { fileTooLarge, maxFileBytes, ServiceError } from '@catalog/contracts'
import type { DraftRow } from '@catalog/contracts'
import { firstRowCount } from './draft-view.ts'
import { keyReused } from './draft-errors.ts'
import type { DraftHead } from './draft-columns.ts'
import type { KeyedRequest } from './idempotency-keys.sql.ts'
import { readDraft } from './open-draft.ts'
import type { FileColumns } from './read-upload.ts'
import type { DraftAccess } from './open-draft.ts'

/**
 * The draft, in its current state, that the first upload with the key has stored.
 * @throws ServiceError idempotency_key_reused if the file was different; draft_not_found, draft_expired
 */
export async function readRepeated(
  context: DraftAccess,
  storefrontId: string,
  first: KeyedRequest,
  fingerprint: string,
): Promise<{ head: DraftHead; firstRows: DraftRow[] }> {
  if (fingerprint !== first.fingerprint || first.draftId === null) throw keyReused('another file')
  const key = { storefrontId, draftId: first.draftId }
  try {
    const { head, rows } = await readDraft(context, key, { kinds: [], after: 0, limit: firstRowCount })
    return { head, firstRows: rows }
  } catch (error) {
    throw withAnotherKey(error)
  }
}

/** What a caller may send with a file. */
export type SentColumns = Pick<FileColumns, 'sent' | 'choice'>

/**
 * A digest of an uploaded file, its mapping and its choice.
 * @throws ServiceError file_too_large (INV-18); what the body throws
 */
export async function fingerprintOf(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  columns: () => SentColumns,
): Promise<string> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxFileBytes) throw fileTooLarge()
    hash.update(chunk)
  }
  const { sent, choice } = columns()
  if (sent) hash.update(JSON.stringify(sent))
  if (choice) hash.update(JSON.stringify({ choice }))
  return hash.digest('hex')
}

/** Adds the advice to use another key: the usual advice, to upload the file again, would return the same error. */
function withAnotherKey(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error
  if (error.code !== 'draft_not_found' && error.code !== 'draft_expired') return error
  return new ServiceError(
    error.code,
    'The import draft of this Idempotency-Key is gone: it was confirmed or cancelled, or its hour is over. ' +
      'To upload the file again, send another key.',
    { cause: error },
  )
}
