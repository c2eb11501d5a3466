import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { findUnanswered } from './find-unanswered.ts'
import { messagesDocument } from './messages-document.ts'
import { Interfaces } from './read-interfaces.ts'

const taken = messagesDocument({ answers: 'taken' })

test('the answers of the last release are taken: during an upgrade it serves beside this one', async () => {
  const text = await readFile(new URL('released.json', import.meta.url), 'utf8')
  expect(findUnanswered(Interfaces.parse(JSON.parse(text)).messages, taken)).toEqual([])
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
