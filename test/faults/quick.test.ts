import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startGuard } from '../../deploy/local/processes.ts'
import type { Guard } from '../../deploy/local/processes.ts'
import { matrix } from './matrix.ts'

// The others wait until the queue delivers again what a dead worker had in hand: npm run test:faults.
let guard: Guard
beforeAll(() => {
  guard = startGuard()
})
afterAll(() => guard.release())

test.each(matrix.filter(({ isSlow = false }) => !isSlow))(
  'every image has its one outcome after: $name ($done)',
  async (fault) => {
    expect(await fault.run(guard)).toMatch(/fetched/)
  },
  120_000,
)
