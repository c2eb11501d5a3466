import { ServiceError } from '@catalog/contracts'
import type { ErrorCode, ErrorDetail } from '@catalog/contracts'
import { transferableSymbol, valueSymbol } from 'piscina'
import type { DraftKey } from '../drafts.sql.ts'
import type { PreparedDraft } from '../prepare-draft.ts'

/** What a worker needs to begin. */
export interface WorkerData {
  databaseUrl: string
}

/** A file for a worker. */
export interface Job {
  key: DraftKey
  /** Moves to the worker. */
  bytes: Uint8Array
  /** The trace that it is part of. */
  trace: Record<string, string>
}

/** What a worker says: an error of its own crosses as data, since a copy of it would have lost its code. */
export type Answer = { draft: PreparedDraft } | { refusal: Refusal }

interface Refusal {
  code: ErrorCode
  message: string
  errors: ErrorDetail[] | undefined
  retryAfterS: number | undefined
  cause: unknown
}

/** @throws what is no ServiceError */
export async function asAnswer(work: () => Promise<PreparedDraft>): Promise<Answer> {
  try {
    return moving({ draft: await work() })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { code, message, errors, retryAfterS, cause } = error
    return { refusal: { code, message, errors, retryAfterS, cause: String(cause) } }
  }
}

/** @throws ServiceError as the worker has thrown it */
export function draftOf(answer: Answer): PreparedDraft {
  if ('draft' in answer) return answer.draft
  const { code, message, errors, retryAfterS, cause } = answer.refusal
  throw new ServiceError(code, message, {
    cause,
    ...(errors !== undefined && { errors }),
    ...(retryAfterS !== undefined && { retryAfterS }),
  })
}

/** Its bytes move instead of being copied. */
function moving({ draft }: { draft: PreparedDraft }): Answer {
  const moved = { ...draft, file: owned(draft.file), plan: owned(draft.plan), rows: draft.rows.map(owned) }
  const value: Answer = { draft: moved }
  const buffers = [moved.file, moved.plan, ...moved.rows].map(({ buffer }) => buffer)
  return Object.assign(value, { [transferableSymbol]: buffers, [valueSymbol]: value })
}

/** The bytes with a buffer of nobody else's. */
function owned(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
}
