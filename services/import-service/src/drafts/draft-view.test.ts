import { maxPageBytes } from '@catalog/contracts'
import type { Draft, DraftRow } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { previewTable } from '@catalog/preview'
import { emptyCatalog, toSlice } from '../../../../test/support/preview/apply-plan.ts'
import { fileOf } from '../../../../test/support/preview/csv-files.ts'
import { toRow } from '../testing/stored-drafts.ts'
import { toDraft } from './draft-view.ts'
import type { DraftHead } from './draft-columns.ts'
import { toDraftContent } from './preview-file.ts'

/** A NATS message's default size limit, less 16 KiB for headers. */
const maxAnswerBytes = 1024 * 1024 - 16 * 1024

describe('a draft with its first rows', () => {
  test('is at most 1 MB of JSON, whatever its head has, but never without a row', async () => {
    const { head } = await draftOf('handle,title\ncap,Cap\n')
    const names = fc.array(
      fc.constantFrom('a', '"', '書', '\u0001').map((character) => character.repeat(200)),
      { maxLength: 200, size: 'max' },
    )
    const rows = fc.array(fc.nat(20_000), { minLength: 1, maxLength: 51, size: 'max' })
    fc.assert(
      fc.property(names, rows, (unknown, lengths) => {
        const unknownColumns = unknown.map((name) => ({ name, nearest: null }))
        const content = { ...head.content, unknown_columns: unknownColumns }
        const draft = toDraft({ ...head, content }, lengths.map(rowOf))
        expect(draft.preview.rows.length <= 1 || bytesOf(draft) <= maxPageBytes).toBe(true)
      }),
    )
  })

  test.each([
    ['changes every field', '書'.repeat(82)],
    ['has odd text in every field', `\uFFFD${'書'.repeat(81)}`],
    ['has errors in every field', '\u0001'.repeat(200)],
  ])('fits a NATS message with the longest possible head and a row %s', async (_what, text) => {
    const unknown = Array.from({ length: 200 }, (_, index) => `${index}${'\u0001'.repeat(300)}`)
    const metadata = Array.from({ length: 780 }, (_, index) => `metadata.${'k'.repeat(61)}${index}`)
    const header = ['handle', 'title', ...metadata, ...unknown]
    const row = ['書'.repeat(255), '書'.repeat(255), ...metadata.map(() => text)]
    const { head, rows } = await draftOf(`${header.join(',')}\n${row.join(',')}\n`)
    expect(head.content.unknown_columns).toHaveLength(200)
    expect(bytesOf(toDraft(head, rows))).toBeLessThan(maxAnswerBytes)
  })
})

async function draftOf(csv: string): Promise<{ head: DraftHead; rows: DraftRow[] }> {
  const file = await fileOf(csv)
  const result = previewTable(file.table, toSlice(emptyCatalog()))
  const createdAt = new Date(0)
  const content = toDraftContent(file, result)
  const source = { fileName: null, createdBy: null, revisedBy: [], undoes: null }
  return {
    head: { storefrontId: 's', draftId: 'd', content, ...source, createdAt, expiresAt: createdAt },
    rows: result.rows,
  }
}

function rowOf(length: number, index: number): DraftRow {
  return { ...toRow('add', index), title: '書'.repeat(length) }
}

function bytesOf(draft: Draft): number {
  return Buffer.byteLength(JSON.stringify(draft))
}
