import { setImmediate } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { createLogger } from '@catalog/telemetry'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { startReportNotes } from './report-marks.ts'

const events = { untilWritten: () => Promise.resolve() }
const log = createLogger('import-service')
log.silent = true

test('a note is made once the line of its event is out of the process, and not before', async () => {
  const made: string[] = []
  const untilWritten = async () => {
    await setImmediate()
    made.push('the line is out')
  }
  await using notes = startReportNotes({ log, events: { untilWritten } })
  notes.add(async () => made.push('the note'))
  await waitFor('both', () => made.length === 2)
  expect(made).toEqual(['the line is out', 'the note'])
})

test('one that fails keeps no other waiting, and is tried again until it succeeds', async () => {
  const made: string[] = []
  let attempts = 0
  await using notes = startReportNotes({ log, events }, 1)
  notes.add(async () => {
    attempts += 1
    if (attempts < 3) throw new Error('the database is down')
    made.push('failing')
  })
  notes.add(async () => made.push('other'))
  await waitFor('both', () => made.length === 2)
  expect(made).toEqual(['other', 'failing'])
  expect(attempts).toBe(3)
})

test('an orderly end makes those that are left', async () => {
  let isDown = true
  let attempts = 0
  const notes = startReportNotes({ log, events })
  notes.add(async () => {
    attempts += 1
    if (isDown) throw new Error('the database is down')
  })
  await waitFor('the first attempt', () => attempts === 1)
  isDown = false
  await notes[Symbol.asyncDispose]()
  expect(attempts).toBe(2)
})
