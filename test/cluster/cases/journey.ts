import assert from 'node:assert/strict'
import type { Case } from '../case.ts'
import { release } from '../chart.ts'
import { walkThrough } from '../journey.ts'

export const journey: Case = {
  name: 'journey through the Service',
  run: async (lab) => {
    await walkThrough(lab, 'journey')
    assert.ok((await lab.objectsInBucket('journey')) > 0, 'renditions are in the bucket')
    return 'uploaded, previewed, confirmed, fetched, exported, and all unchanged when it came back'
  },
}

export const helmTest: Case = {
  name: 'helm test',
  run: async ({ tools }) => {
    const output = await tools.helm(['test', release, '--logs', '--timeout', '10m'])
    assert.match(output, /Phase:\s+Succeeded/)
    assert.match(output, /a request without a token is refused/)
    return 'succeeded'
  },
}
