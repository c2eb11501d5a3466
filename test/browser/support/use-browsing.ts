import { afterAll, afterEach, beforeAll, expect, jest } from '@jest/globals'
import { startBrowsing } from './browsing.ts'
import type { Browsing, BrowsingOptions } from './browsing.ts'

/** For all tests of a file; after each, no page may have done what `leave` reports. */
export function useBrowsing(options: BrowsingOptions = {}): Browsing {
  // A bound for what hangs, above that of each wait, so that a wait which fails can say what it waited for.
  jest.setTimeout(300_000)
  let started: (Browsing & AsyncDisposable) | undefined
  const browsing = () => {
    if (started === undefined) throw new Error('the tests have not begun')
    return started
  }
  beforeAll(async () => {
    started = await startBrowsing(options)
  })
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
    visit: (visit) => browsing().visit(visit),
    defer: (undo) => browsing().defer(undo),
    leave: () => browsing().leave(),
  }
}
