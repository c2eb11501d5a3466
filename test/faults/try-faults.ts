import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startWatchdog } from '../../deploy/local/processes.ts'
import type { Watchdog } from '../../deploy/local/processes.ts'
import { boundMs, isQuick } from './fault.ts'
import type { Fault } from './fault.ts'

/** Runs the quick ones, at the same time, because they mostly wait. `npm run test:faults` runs all. */
export function tryQuickFaults(faults: Fault[]): void {
  let watchdog: Watchdog
  beforeAll(() => {
    watchdog = startWatchdog()
  })
  afterAll(async () => await watchdog[Symbol.asyncDispose]())

  test.concurrent.each(faults.filter(isQuick))(
    'every image has its one outcome after: $name ($done)',
    async (fault) => {
      expect(await fault.run(watchdog)).toMatch(/fetched/)
    },
    boundMs,
  )
}
