import { afterAll, afterEach, beforeAll, expect } from '@jest/globals'
import { startBrowsing } from './browsing.ts'
import type { Browsing } from './browsing.ts'

/** For all tests of a file; after each, no page may have done what `leave` tells of. */
export function useBrowsing(): Browsing {
  let started: (Browsing & AsyncDisposable) | undefined
  const browsing = () => {
    if (started === undefined) throw new Error('the tests have not begun')
    return started
  }
  beforeAll(async () => {
    started = await startBrowsing()
  }, 120_000)
  afterEach(async () => expect(await browsing().leave()).toEqual([]))
  afterAll(async () => {
    await started?.[Symbol.asyncDispose]()
  })
  return {
    get system() {
      return browsing().system
    },
    get images() {
      return browsing().images
    },
    visit: (options) => browsing().visit(options),
    leave: () => browsing().leave(),
  }
}
