import { writeSetting } from '../settings.ts'
import { isExpired } from './split.ts'
import type { Split } from './split.ts'

// Stores splits by storefront, one each, and the bytes of their parts by storefront, split and number.

/** A storefront's split; null if there is none. */
export async function readSplit(storefrontId: string): Promise<Split | null> {
  return withStores('readonly', async ({ splits }) => {
    const split = await done<Split | undefined>(splits.get(storefrontId))
    return split === undefined || isExpired(split, Date.now()) ? null : split
  })
}

/** @throws if there is no space for it, or the browser does not allow storage */
export async function keepBytes(
  split: Pick<Split, 'storefrontId' | 'id'>,
  number: number,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await withStores('readwrite', ({ files }) => done(files.put(bytes, [split.storefrontId, split.id, number])))
}

/** Replaces the storefront's split; the bytes of its parts must be stored already. */
export async function keepSplit(split: Split): Promise<void> {
  await withStores('readwrite', async ({ splits, files }) => {
    await done(splits.put(split))
    const keys = await done(files.getAllKeys(ofStorefront(split.storefrontId)))
    await Promise.all(
      keys
        .filter((key) => Array.isArray(key) && key[1] !== split.id)
        .map((key) => done<undefined>(files.delete(key))),
    )
  })
  writeSetting('parts', 'kept')
}

/**
 * Applies the change to the stored split, which another tab may have changed.
 * @returns the split afterwards
 */
export async function changeSplit(
  { storefrontId, id }: Pick<Split, 'storefrontId' | 'id'>,
  change: (split: Split) => Split,
): Promise<Split | null> {
  return withStores('readwrite', async ({ splits, files }) => {
    const split = await done<Split | undefined>(splits.get(storefrontId))
    if (split === undefined || split.id !== id) return null
    const changed = change(split)
    await done(splits.put(changed))
    for (const { number, state } of changed.parts) {
      if (state.is === 'applied') await done<undefined>(files.delete([storefrontId, id, number]))
    }
    return changed
  })
}

export async function readBytes(
  { storefrontId, id }: Pick<Split, 'storefrontId' | 'id'>,
  number: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return withStores('readonly', ({ files }) => done(files.get([storefrontId, id, number])))
}

export async function forgetSplit(storefrontId: string): Promise<void> {
  await withStores('readwrite', ({ splits, files }) => forget({ splits, files }, storefrontId))
}

/** Deletes splits of all storefronts that are too old. */
export async function forgetExpired(): Promise<void> {
  await withStores('readwrite', async (stores) => {
    const splits = await done<Split[]>(stores.splits.getAll())
    const old = splits.filter((split) => isExpired(split, Date.now()))
    for (const { storefrontId } of old) await forget(stores, storefrontId)
    if (old.length === splits.length) writeSetting('parts', null)
  })
}

async function forget({ splits, files }: Stores, storefrontId: string): Promise<void> {
  await done<undefined>(splits.delete(storefrontId))
  await done<undefined>(files.delete(ofStorefront(storefrontId)))
}

function ofStorefront(storefrontId: string): IDBKeyRange {
  // Arrays sort after every string in the order of keys.
  return IDBKeyRange.bound([storefrontId], [storefrontId, []])
}

interface Stores {
  splits: IDBObjectStore
  files: IDBObjectStore
}

async function withStores<Result>(
  mode: IDBTransactionMode,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  const opening = indexedDB.open('catalog.parts', 1)
  opening.addEventListener('upgradeneeded', () => {
    opening.result.createObjectStore('splits', { keyPath: 'storefrontId' })
    opening.result.createObjectStore('files')
  })
  const database = await done(opening)
  try {
    const transaction = database.transaction(['splits', 'files'], mode)
    const ended = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('aborted')))
    })
    const stores = { splits: transaction.objectStore('splits'), files: transaction.objectStore('files') }
    const [result] = await Promise.all([work(stores), ended])
    return result
  } finally {
    database.close()
  }
}

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the request failed')))
  })
}
