import { expect, test } from '@jest/globals'
import { findUnanswered } from './find-unanswered.ts'
import { messagesDocument } from './messages-document.ts'
import { Interfaces } from './read-interfaces.ts'
import lastRelease from './released.json' with { type: 'json' }

const taken = messagesDocument({ answers: 'taken' })

test('the answers of the last release are taken: during an upgrade it serves beside this one', () => {
  expect(findUnanswered(Interfaces.parse(lastRelease).messages, taken)).toEqual([])
})

test('a field that an answer lacks is found, in lists as well', () => {
  const given = JSON.parse(
    JSON.stringify(messagesDocument()).replaceAll('"completed_at","duration_ms"', '"duration_ms"'),
  )
  expect(findUnanswered(given, taken)).toEqual(
    expect.arrayContaining([
      '/catalog.import.get-run: /output/completed_at',
      '/catalog.import.list-runs: /output/runs/[]/completed_at',
    ]),
  )
})
