import { disposeAfterAll } from '../../../../test/support/dispose-after-all.ts'
import { createTestContext } from './test-context.ts'
import type { TestContext } from './test-context.ts'

/** A service for all tests of a file. */
export async function useTestContext(): Promise<TestContext> {
  return disposeAfterAll().use(await createTestContext())
}
