import { describe, expect, test } from '@jest/globals'
import { formatsFor } from '../i18n/formats.ts'
import { translator } from '../i18n/translate.ts'
import type { ExplanationPart } from '../messages/catalog.ts'
import germanExplanations from '../messages/de/explanations.json' with { type: 'json' }
import germanPage from '../messages/de/page.json' with { type: 'json' }
import explanations from '@catalog/catalog/problems.json' with { type: 'json' }
import page from '../messages/en/page.json' with { type: 'json' }
import { explain } from './explain.ts'
import type { ExplainingI18n, Piece, Problem } from './explain.ts'

const english = { ...page, ...explanations }
const inGerman = speaking('de', { ...germanPage, ...germanExplanations })
const inEnglish = speaking('en', english)
const problem = (code: string, parameters?: Problem['parameters']): Problem => ({
  code,
  message: 'As the API says it.',
  ...(parameters && { parameters }),
})
const rowError: ExplanationPart = 'rowErrorTexts'

describe('an explanation', () => {
  test('contains the parameters of its case', () => {
    const taken = problem('sku_taken', { case: 'product', handle: 'mug' })
    expect(textOf(explain(inEnglish, rowError, taken))).toMatch(/^The product “<mug>” has this SKU\. Give/)
    expect(textOf(explain(inGerman, rowError, taken))).toMatch(/^Das Produkt „<mug>“ hat diese SKU\. Geben/)
  })

  test('formats numbers for the language, and leaves row numbers unchanged', () => {
    const long = problem('invalid_url', { case: 'url', limit: 2048 })
    expect(textOf(explain(inGerman, rowError, long))).toContain('höchstens 2.048 Zeichen')
    const twice = problem('duplicate_sku', { case: 'rows', rows: '2, 4805' })
    expect(textOf(explain(inGerman, rowError, twice))).toContain('steht in Zeilen [2] und [4805].')
  })

  test.each([
    [{ rows: '7' }, 'in row [7].', 'in Zeile [7].'],
    [{ rows: '2, 5, 7' }, 'in rows [2], [5], and [7].', 'in Zeilen [2], [5] und [7].'],
    [
      { rows: '2, 5, 7', more: 1200 },
      'in rows [2], [5], [7] and 1,200 more.',
      'in Zeilen [2], [5], [7] (und 1.200 weitere).',
    ],
  ])('links to each row of %p', (rows, ofEnglish, ofGerman) => {
    const twice = problem('duplicate_sku', { case: 'rows', ...rows })
    expect(textOf(explain(inEnglish, rowError, twice))).toContain(ofEnglish)
    expect(textOf(explain(inGerman, rowError, twice))).toContain(ofGerman)
  })

  test('contains the number of further variants', () => {
    const left = problem('uncovered_variants', { case: 'variants', variants: 'S, M, L', more: 4 })
    expect(textOf(explain(inEnglish, rowError, left))).toContain('for them: <S, M, L> and 4 more.')
  })

  test.each([
    ['no parameters, as an earlier release stored it', undefined],
    ['a case that the page does not know', { case: 'on_the_moon', handle: 'mug' }],
    ['a parameter missing', { case: 'product' }],
    ['an empty parameter', { case: 'product', handle: '' }],
  ])('is the general one of the code with %s', (_what, parameters) => {
    const pieces = explain(inEnglish, rowError, problem('sku_taken', parameters))
    expect(pieces).toEqual([english.rowErrorTexts.sku_taken])
  })

  test("contains the merchant's text unchanged", () => {
    const strange = problem('sku_taken', { case: 'product', handle: '{row} $& <b>' })
    expect(explain(inEnglish, rowError, strange)?.[1]).toEqual({ text: '{row} $& <b>' })
  })

  test('is null for a code that the page does not know', () => {
    for (const code of ['of_tomorrow', 'constructor'])
      expect(explain(inEnglish, rowError, problem(code, { case: '', handle: 'mug' }))).toBeNull()
  })

  test("has the time in the page's format", () => {
    const retry = problem('images_to_retry', { case: 'images', count: 3, time: '2026-05-04T10:00:00.000Z' })
    const text = textOf(explain(inGerman, 'fileWarningTexts', retry))
    expect(text).toContain(`im Import vom ${formatsFor('de').dateTime('2026-05-04T10:00:00.000Z')}`)
  })
})

function speaking(language: string, messages: ExplainingI18n['messages']): ExplainingI18n {
  return {
    t: translator(messages, language),
    format: formatsFor(language),
    messages,
    language,
    setLanguage: async () => {},
  }
}

/** Merchants' texts in angle brackets, row numbers in square ones. */
function textOf(pieces: Piece[] | null): string {
  return (pieces ?? [])
    .map((piece) =>
      typeof piece === 'string' ? piece : 'row' in piece ? `[${piece.row}]` : `<${piece.text}>`,
    )
    .join('')
}
