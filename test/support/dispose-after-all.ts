import { afterAll } from '@jest/globals'

/** What a test file starts as it is loaded is put here, and disposed of in reverse order after its last test. */
export function disposeAfterAll(): AsyncDisposableStack {
  const undo = new AsyncDisposableStack()
  afterAll(() => undo.disposeAsync())
  return undo
}
