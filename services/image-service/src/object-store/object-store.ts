/** Stores renditions. Every kind passes `object-store-suite.ts`; failures are `ObjectStoreError`s. */
export interface ObjectStore {
  /** Stores the bytes under the key, or replaces those there: a reader sees the old or the new, never a mixture. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Null where the key has no object. The body must be read to its end or returned. */
  get(key: string): Promise<StoredObject | null>
  /**
   * Deletes objects whose keys begin with this one and a slash, up to `limit` of them, and resolves with their number.
   * Where it is 0, there is none.
   */
  deleteBelow(key: string, limit: number): Promise<number>
  /**
   * What follows this key and a slash in the keys of objects, in the order of their bytes: those after `after`, up to
   * `limit` of them.
   */
  listBelow(key: string, after: string, limit: number): Promise<string[]>
}

export interface StoredObject {
  contentLength: number
  /** Quoted, as in the HTTP header; other bytes under the same key have another one. */
  etag: string
  lastModified: Date
  /** Errors unless all of `contentLength` comes. */
  body: AsyncIterable<Uint8Array>
}

/**
 * Throws `TypeError` unless the key is segments of `A–Z a–z 0–9 _ . -` joined by slashes, none of them empty or with a
 * dot in front: such a key means the same in a bucket and in a folder, and stays inside both.
 */
export function checkKey(key: string): void {
  const isPlain = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/.test(key)
  if (!isPlain || key.length > 512) throw new TypeError('not a key of the object store')
}
