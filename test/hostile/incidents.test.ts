import { expect, test } from '@jest/globals'
import type { Line } from './carry-out.ts'
import { describeIncident, findIncidents } from './incidents.ts'

const line = (name: string, startedAt: number, endedAt: number): Line => ({
  attack: { name, run: async () => '' },
  outcome: '',
  isOk: true,
  startedAt,
  endedAt,
  releasedMs: 0,
})

test('a failed answer is attributed to the attacks since the previous answer, the longest first', () => {
  const answers = [
    { what: 'upload', at: 0, ms: 10 },
    { what: 'confirm', at: 20, ms: 60, failure: '503' },
    { what: 'upload', at: 90, ms: 10 },
  ]
  const lines = [line('over', 0, 9), line('short', 15, 25), line('long', 5, 200), line('later', 81, 90)]
  const incidents = findIncidents(answers, lines, 0)
  expect(incidents.map(describeIncident)).toEqual([
    'the bystander’s confirm: 503; most likely of “long” (or “short”)',
  ])
  expect(findIncidents(answers, lines, 21)).toEqual([])
})
