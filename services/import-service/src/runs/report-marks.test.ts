import { setImmediate } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { createLogger } from '@catalog/telemetry'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { startReportMarks } from './report-marks.ts'

const events = { untilWritten: () => Promise.resolve() }
const log = createLogger('import-service')
log.silent = true

test('a mark is written once the line of its event is out of the process, and not before', async () => {
  const written: string[] = []
  const untilWritten = async () => {
    await setImmediate()
    written.push('the line is out')
  }
  await using marks = startReportMarks({ log, events: { untilWritten } })
  marks.add(async () => written.push('the mark'))
  await waitFor('both', () => written.length === 2)
  expect(written).toEqual(['the line is out', 'the mark'])
})

test('one that fails keeps no other waiting, and is tried again until it succeeds', async () => {
  const written: string[] = []
  let attempts = 0
  await using marks = startReportMarks({ log, events }, 1)
  marks.add(async () => {
    attempts += 1
    if (attempts < 3) throw new Error('the database is down')
    written.push('failing')
  })
  marks.add(async () => written.push('other'))
  await waitFor('both', () => written.length === 2)
  expect(written).toEqual(['other', 'failing'])
  expect(attempts).toBe(3)
})

test('an orderly end writes those that are left', async () => {
  let isDown = true
  let attempts = 0
  const marks = startReportMarks({ log, events })
  marks.add(async () => {
    attempts += 1
    if (isDown) throw new Error('the database is down')
  })
  await waitFor('the first attempt', () => attempts === 1)
  isDown = false
  await marks[Symbol.asyncDispose]()
  expect(attempts).toBe(2)
})
