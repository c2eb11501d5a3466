/** Stores renditions. Every kind passes `object-store-suite.ts`; failures are `ObjectStoreError`s. */
export interface ObjectStore {
  /**
   * Stores the bytes under the key, replacing any that are there: a reader sees the old or the new ones, never a
   * mixture.
   */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Null if the key has no object. The body must be read to its end or returned. */
  get(key: string): Promise<StoredObject | null>
  /**
   * Deletes up to `limit` objects whose keys begin with this one and a slash. Resolves to their number; 0 if there are
   * none.
   */
  deleteBelow(key: string, limit: number): Promise<number>
  /** The rest of the keys that begin with this one and a slash, in byte order: up to `limit` of those after `after`. */
  listBelow(key: string, after: string, limit: number): Promise<string[]>
}

export interface StoredObject {
  contentLength: number
  /** Quoted, as in the HTTP header; different bytes under the same key have a different ETag. */
  etag: string
  lastModified: Date
  /** Fails unless all of `contentLength` arrives. */
  body: AsyncIterable<Uint8Array>
}

/** An object of a remote store. */
export interface OpenObject extends StoredObject {
  /** Closes the body without reading it. */
  leave(): void
}

/**
 * @throws TypeError unless the key is segments of `A–Z a–z 0–9 _ . -` joined by slashes, none of them empty or
 * beginning with a dot: such a key means the same in a bucket and in a folder, and cannot lead out of either
 */
export function checkKey(key: string): void {
  const isPlain = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/.test(key)
  if (!isPlain || key.length > 512) throw new TypeError('not a key of the object store')
}
