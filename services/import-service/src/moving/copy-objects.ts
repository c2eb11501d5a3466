import { RenditionName } from '@catalog/contracts'

/** A rendition of the storefront that is moved. */
export interface Rendition {
  imageId: string
  rendition: RenditionName
}

/** The storefront's objects in one of the two installations. */
export interface Objects {
  /** As image.list-objects answers. */
  list: (after: string) => Promise<string[]>
  /** Null where there is none. `version`: another one wherever, and whenever, the object was stored. */
  read: (object: Rendition) => Promise<{ version: string; bytes: Buffer } | null>
  store: (object: Rendition, bytes: Buffer) => Promise<void>
  /** Deletes some of them; how many. */
  erase: () => Promise<number>
}

export interface ObjectsContext {
  source: Objects
  target: Objects
  /** Called after some objects with how many were copied so far. */
  report: (copied: number) => void
}

/** The target has objects under keys of the storefront that are not the source's. */
export class ForeignObjects extends Error {
  override readonly name = 'ForeignObjects'
}

/**
 * Whether the two installations keep their objects in one place; null where neither has one. Only before anything is
 * copied: what is in one place must never be deleted at the source. @throws ForeignObjects
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

/** Copies what the target does not have, whatever it is. */
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

/** Copies these, in place of what the target has; how many there were. */
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

/** Of a key as `list` answers it. */
function toRendition(key: string): Rendition {
  const [imageId = '', file = ''] = key.split('/')
  return { imageId, rendition: RenditionName.parse(file.replace(/\.webp$/, '')) }
}
