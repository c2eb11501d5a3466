import { afterAll, beforeAll } from '@jest/globals'
import { startTestGateway } from './test-gateway.ts'
import type { TestGateway } from './test-gateway.ts'

/** For all tests of a file: a gateway, which is filled in before the first of them. */
export function useTestGateway(env?: Record<string, string>): TestGateway {
  const gateway: TestGateway = Object.create(null)
  beforeAll(async () => void Object.assign(gateway, await startTestGateway(env)))
  afterAll(async () => {
    // Not there where its start failed.
    await gateway[Symbol.asyncDispose]?.()
  })
  return gateway
}
