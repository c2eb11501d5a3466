import { RenditionName } from '@catalog/contracts'

/** A rendition of the moved storefront. */
export interface Rendition {
  imageId: string
  rendition: RenditionName
}

/** The storefront's objects in one of the two installations. */
export interface Objects {
  /** A page of the keys after `after`, as `image.list-objects` answers it. */
  list: (after: string) => Promise<string[]>
  /** Null if there is none. `version` is different each time an object is stored, in whichever installation. */
  read: (object: Rendition) => Promise<{ version: string; bytes: Buffer } | null>
  store: (object: Rendition, bytes: Buffer) => Promise<void>
  /** Deletes some of them. Returns how many. */
  erase: () => Promise<number>
}

export interface ObjectsContext {
  source: Objects
  target: Objects
  /** Called after each few objects with the number copied so far. */
  report: (copied: number) => void
}

/** The target has objects under the storefront's keys that are not those of the source. */
export class ForeignObjects extends Error {
  override readonly name = 'ForeignObjects'
}

/**
 * Whether the two installations use the same object store; null if neither has objects of the storefront. Call only
 * before anything is copied: shared objects must never be deleted at the source.
 * @throws ForeignObjects
 */
export async function findSharing({
  source,
  target,
}: Pick<ObjectsContext, 'source' | 'target'>): Promise<boolean | null> {
  const [there] = await target.list('')
  if (there !== undefined) {
    if (await isSameObject({ source, target }, toRendition(there))) return true
    throw new ForeignObjects('the target has objects of the storefront')
  }
  const [here] = await source.list('')
  return here === undefined ? null : false
}

async function isSameObject(
  { source, target }: Pick<ObjectsContext, 'source' | 'target'>,
  object: Rendition,
): Promise<boolean> {
  const [here, there] = await Promise.all([source.read(object), target.read(object)])
  return here !== null && here.version === there?.version
}

/** Copies all objects whose keys the target does not have. Returns how many. */
export async function copyMissing(context: ObjectsContext): Promise<number> {
  const { source, target, report } = context
  let copied = 0
  let held: string[] = []
  let heldAll = false
  for (let after = ''; ;) {
    const keys = await source.list(after)
    const last = keys.at(-1)
    if (last === undefined) return copied
    while (!heldAll && (held.at(-1) ?? '') < last) {
      const more = await target.list(held.at(-1) ?? after)
      heldAll = more.length === 0
      held.push(...more)
    }
    const there = new Set(held)
    const missing = keys.filter((key) => !there.has(key)).map(toRendition)
    for (let start = 0; start < missing.length; start += copiedAtOnce) {
      copied += await copyEach(context, missing.slice(start, start + copiedAtOnce))
      report(copied)
    }
    held = held.filter((key) => key > last)
    after = last
  }
}

const copiedAtOnce = 8

/** Copies these objects, replacing those at the target. Returns how many existed. */
export async function copyEach(
  { source, target }: Pick<ObjectsContext, 'source' | 'target'>,
  objects: readonly Rendition[],
): Promise<number> {
  let copied = 0
  const left = objects.values()
  const work = async () => {
    for (const object of left) {
      const stored = await source.read(object)
      if (stored === null) continue
      await target.store(object, stored.bytes)
      copied += 1
    }
  }
  await Promise.all(Array.from({ length: copiedAtOnce }, work))
  return copied
}

/** Parses a key that `list` has returned. */
function toRendition(key: string): Rendition {
  const [imageId = '', file = ''] = key.split('/')
  return { imageId, rendition: RenditionName.parse(file.replace(/\.webp$/, '')) }
}
