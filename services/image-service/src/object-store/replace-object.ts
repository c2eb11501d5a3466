import { ObjectStoreError } from './object-store-error.ts'

/** One key of a bucket that replaces an object only if it is the expected one. */
export interface ReplaceableObject {
  /** Stores the new bytes where the key has the object with this tag, null for none. False if it has another one. */
  save(seen: string | null): Promise<boolean>
  /** The key's object at the moment; null for none. */
  readPresent(): Promise<{ tag: string; isSame: boolean } | null>
}

/** Others may write the same key in the meantime. */
const maxReplacements = 5

/**
 * Replaces exactly the object that it has read, so that a request that timed out and arrives late replaces nothing
 * newer. Usually there is no object yet. If there is one with the same bytes, it is done: a request whose answer was
 * lost has stored them.
 * @throws ObjectStoreError `contended`
 */
export async function replaceObject(object: ReplaceableObject, signal: AbortSignal): Promise<void> {
  let seen: string | null = null
  for (let replacement = 0; replacement < maxReplacements; replacement += 1) {
    if (await object.save(seen)) return
    signal.throwIfAborted()
    const present = await object.readPresent()
    if (present?.isSame) return
    signal.throwIfAborted()
    seen = present?.tag ?? null
  }
  throw new ObjectStoreError('contended')
}
