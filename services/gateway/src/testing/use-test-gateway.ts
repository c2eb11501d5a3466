import { disposeAfterAll } from '../../../../test/support/dispose-after-all.ts'
import { startTestGateway } from './test-gateway.ts'
import type { TestGateway } from './test-gateway.ts'

/** A gateway for all tests of a file. */
export async function useTestGateway(env?: Record<string, string>): Promise<TestGateway> {
  return disposeAfterAll().use(await startTestGateway(env))
}
