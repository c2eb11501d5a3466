import { disposeAfterAll } from './dispose-after-all.ts'
import { startSystem } from './system.ts'
import type { System, SystemOptions } from './system.ts'

/** A system for all tests of a file. */
export async function useSystem(env: SystemOptions['env'] = {}): Promise<System> {
  return disposeAfterAll().use(await startSystem({ env }))
}
