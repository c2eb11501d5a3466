import { afterAll, beforeAll } from '@jest/globals'
import { createTestContext } from './test-context.ts'
import type { TestContext } from './test-context.ts'

/** A service for all tests of a file; its fields are set before the first test. */
export function useTestContext(): TestContext {
  const service: TestContext = Object.create(null)
  beforeAll(async () => void Object.assign(service, await createTestContext()))
  afterAll(async () => {
    // Undefined if its creation failed.
    await service[Symbol.asyncDispose]?.()
  })
  return service
}
