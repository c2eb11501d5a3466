import { afterEach, expect, jest } from '@jest/globals'
import { disposeAfterAll } from '../../support/dispose-after-all.ts'
import { startBrowsing } from './browsing.ts'
import type { Browsing, BrowsingOptions } from './browsing.ts'

/** For all tests of a file; after each, no page may have done what `leave` reports. */
export async function useBrowsing(options: BrowsingOptions = {}): Promise<Browsing> {
  // A bound for what hangs, above that of each wait, so that a wait which fails can say what it waited for.
  jest.setTimeout(300_000)
  const browsing = disposeAfterAll().use(await startBrowsing(options))
  afterEach(async () => expect(await browsing.leave()).toEqual([]))
  return browsing
}
