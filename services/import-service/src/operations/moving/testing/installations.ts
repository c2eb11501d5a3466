import type { RenditionName } from '@catalog/contracts'
import type { TestContext } from '../../../testing/test-context.ts'
import type { Objects, Rendition } from '../copy-objects.ts'
import type { MoveContext, Side } from '../move-context.ts'

export interface Installation extends Side {
  service: TestContext
  /** By key, of all storefronts. */
  stored: Map<string, { version: string; bytes: Buffer }>
}

export interface Move extends MoveContext {
  source: Installation
  target: Installation
  /** What it reported and waited for. */
  steps: string[]
  /** Called when requests are to be switched. */
  onSwitch: () => Promise<void>
}

let versions = 0

/** An installation whose objects are in memory. */
export function installationOf(
  service: TestContext,
  storefrontId: string,
  stored: Installation['stored'] = new Map(),
): Installation {
  const prefix = `${storefrontId}/`
  const keyOf = ({ imageId, rendition }: Rendition) => `${prefix}${imageId}/${rendition}.webp`
  const keys = () =>
    [...stored.keys()]
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length))
      .toSorted()
  const objects: Objects = {
    // In pages.
    list: async (after) =>
      keys()
        .filter((key) => key > after)
        .slice(0, 2),
    read: async (object) => stored.get(keyOf(object)) ?? null,
    async store(object, bytes) {
      versions += 1
      stored.set(keyOf(object), { version: String(versions), bytes })
    },
    async erase() {
      const some = keys().slice(0, 2)
      for (const key of some) stored.delete(`${prefix}${key}`)
      return some.length
    },
  }
  return { service, stored, database: service.database, objects }
}

export function moveOf(source: Installation, target: Installation): Move {
  const steps: string[] = []
  const move: Move = {
    source,
    target,
    steps,
    onSwitch: () => Promise.resolve(),
    switchRequests: () => move.onSwitch(),
    wait: async (_ms, reason) => steps.push(`waits ${reason}`),
    report: (step) => steps.at(-1) === step || steps.push(step),
  }
  return move
}

export async function storeObjects(
  { objects }: Installation,
  imageId: string,
  text: string,
  renditions: RenditionName[] = ['original', 'thumb'],
): Promise<void> {
  for (const rendition of renditions) await objects.store({ imageId, rendition }, Buffer.from(text))
}
