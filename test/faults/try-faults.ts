import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startGuard } from '../../deploy/local/processes.ts'
import type { Guard } from '../../deploy/local/processes.ts'
import { boundMs } from './fault.ts'
import type { Fault } from './fault.ts'

/** As tests: those that neither wait for the queue to deliver again nor are shown with containers. npm run test:faults has all. */
export function tryQuickFaults(faults: Fault[]): void {
  let guard: Guard
  beforeAll(() => {
    guard = startGuard()
  })
  afterAll(() => guard.release())

  test.each(faults.filter(({ isSlow = false, isInContainers = false }) => !isSlow && !isInContainers))(
    'every image has its one outcome after: $name ($done)',
    async (fault) => {
      expect(await fault.run(guard)).toMatch(/fetched/)
    },
    boundMs,
  )
}
