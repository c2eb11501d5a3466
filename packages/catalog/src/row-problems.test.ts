import { describe, expect, test } from '@jest/globals'
import { explainRowError, explainRowWarning, fileWarning } from './row-problems.ts'

describe('the sentence of a problem', () => {
  test('is that of its case, with its parameters', () => {
    expect(explainRowError({ code: 'too_long', parameters: { case: 'characters', limit: 2_048 } })).toBe(
      'At most 2,048 characters fit here. Shorten the text.',
    )
  })

  test.each([
    [{ rows: '2' }, 'in row 2,'],
    [{ rows: '2, 5' }, 'in rows 2 and 5,'],
    [{ rows: '2, 5, 7' }, 'in rows 2, 5 and 7,'],
    [{ rows: '2, 5, 7', more: 4 }, 'in rows 2, 5, 7 and 4 more,'],
    [{ rows: '2', more: 1_000 }, 'in rows 2 and 1000 more,'],
  ])('names the rows %j', (rows, words) => {
    const parameters = { case: 'rows', variant: 'S / Red', ...rows }
    expect(explainRowError({ code: 'same_variant_twice', parameters })).toContain(words)
  })

  test('names one row, and variants of which not all are listed', () => {
    expect(explainRowWarning({ code: 'sku_left_out', parameters: { case: 'row', row: 12 } })).toContain(
      'The variant in row 12 has',
    )
    const parameters = { case: 'variants', variants: 'S, M', more: 3 }
    expect(explainRowError({ code: 'uncovered_variants', parameters })).toContain(': S, M and 3 more.')
  })

  test('is the general one without a case, for an unknown one, and where a value is missing or empty', () => {
    const general = explainRowError({ code: 'sku_taken' })
    for (const parameters of [{ case: 'of_tomorrow' }, { case: 'product' }, { case: 'product', handle: '' }])
      expect(explainRowError({ code: 'sku_taken', parameters })).toBe(general)
  })

  test('of a whole file comes with its code, its row and a time to the minute', () => {
    expect(fileWarning('lines_above_header', { case: 'header', row: 3 }, 3)).toEqual({
      code: 'lines_above_header',
      message:
        'The names of the columns are in row 3; what is above it was left out. Check that nothing is missing.',
      row: 3,
      parameters: { case: 'header', row: 3 },
    })
    const time = '2026-05-04T10:00:59.000Z'
    expect(fileWarning('images_to_retry', { case: 'images', count: 2, time }).message).toContain(
      'the import of 2026-05-04 10:00 UTC: 2.',
    )
  })
})
