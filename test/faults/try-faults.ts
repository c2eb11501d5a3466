import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startGuard } from '../../deploy/local/processes.ts'
import type { Guard } from '../../deploy/local/processes.ts'
import { boundMs, isQuick } from './fault.ts'
import type { Fault } from './fault.ts'

/** The quick ones of them. `npm run test:faults` tries all. */
export function tryQuickFaults(faults: Fault[]): void {
  let guard: Guard
  beforeAll(() => {
    guard = startGuard()
  })
  afterAll(() => guard.release())

  test.each(faults.filter(isQuick))(
    'every image has its one outcome after: $name ($done)',
    async (fault) => {
      expect(await fault.run(guard)).toMatch(/fetched/)
    },
    boundMs,
  )
}
