import { afterAll, beforeAll } from '@jest/globals'
import { createTestContext } from './test-context.ts'
import type { TestContext } from './test-context.ts'

/** For all tests of a file: a service, which is filled in before the first of them. */
export function useTestContext(): TestContext {
  const service: TestContext = Object.create(null)
  beforeAll(async () => void Object.assign(service, await createTestContext()))
  afterAll(async () => {
    // Not there where its creation failed.
    await service[Symbol.asyncDispose]?.()
  })
  return service
}
