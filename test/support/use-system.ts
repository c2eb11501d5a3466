import { afterAll, beforeAll } from '@jest/globals'
import { startSystem } from './system.ts'
import type { System, SystemOptions } from './system.ts'

/** A system for all tests of a file; its fields are set before the first test. */
export function useSystem(env?: SystemOptions['env']): System {
  const system: System = Object.create(null)
  beforeAll(async () => void Object.assign(system, await startSystem({ ...(env && { env }) })))
  afterAll(async () => {
    // Undefined if its start failed.
    await system[Symbol.asyncDispose]?.()
  })
  return system
}
