import { afterAll, beforeAll } from '@jest/globals'
import { startTestGateway } from './test-gateway.ts'
import type { TestGateway } from './test-gateway.ts'

/** A gateway for all tests of a file; its fields are set before the first test. */
export function useTestGateway(env?: Record<string, string>): TestGateway {
  const gateway: TestGateway = Object.create(null)
  beforeAll(async () => void Object.assign(gateway, await startTestGateway(env)))
  afterAll(async () => {
    // Undefined if it failed to start.
    await gateway[Symbol.asyncDispose]?.()
  })
  return gateway
}
