import type { StoredProduct } from '@catalog/catalog'
import type { ProductList, StoredVersion } from './product-list.ts'

export interface ComparedVersion {
  version: StoredVersion
  /** The version to which it was compared. */
  former: StoredVersion
  wasChanged: boolean
}

/** Compares a product with what it was when its draft was previewed before. */
export type CompareVersions = (
  handle: string,
  stored: StoredProduct | undefined,
  statesStock: boolean,
) => ComparedVersion

/** The versions of a first preview, which is compared with nothing. */
export const noFormer: CompareVersions = (_, stored, statesStock) => {
  const version = toVersion(stored, statesStock)
  return { version, former: version, wasChanged: false }
}

/**
 * Of a draft that is previewed again. A revision, which is no look at what others have changed, is compared with what
 * its preview was compared with, so that choosing and editing hide none of that.
 */
export function comparedWith(
  { columns }: ProductList,
  { isRevision }: { isRevision: boolean },
): CompareVersions {
  const versions = isRevision ? columns.formerVersion : columns.version
  // Of a draft of the release before.
  if (!versions) return noFormer
  const known = new Map(columns.handle.map((handle, at) => [handle, versions[at] ?? null]))
  return (handle, stored, statesStock) => {
    const version = toVersion(stored, statesStock)
    // Edits find other products; without them, only a change of the catalog does.
    const former = known.get(handle) ?? (isRevision && !known.has(handle) ? version : null)
    return { version, former, wasChanged: stored !== undefined && !isSame(version, former) }
  }
}

function toVersion(stored: StoredProduct | undefined, statesStock: boolean): StoredVersion {
  return stored ? [stored.version, statesStock ? stored.stockVersion : null] : null
}

/** A choice may make a preview state the stock, or not any more. */
function isSame(one: StoredVersion, other: StoredVersion): boolean {
  if (one === null || other === null) return one === other
  return one[0] === other[0] && (one[1] === null || other[1] === null || one[1] === other[1])
}
