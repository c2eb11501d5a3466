import type { DraftRow } from '@catalog/contracts'
import { expect, test } from '@jest/globals'
import { translator } from '../i18n/translate.ts'
import page from '../messages/en/page.json' with { type: 'json' }
import { outcomeOf, outcomeText } from './outcome.ts'
import { change, row, warning } from './testing/make-row.ts'

const isNew = { changes: [change('title', null, 'Mug')] }
const examples = {
  new: isNew,
  newLacking: { ...isNew, warnings: [warning('incomplete_product')] },
  added: {},
  changed: { kind: 'update' },
  unchanged: { kind: 'unchanged' },
  wrong: { kind: 'error' },
  ofNoProduct: { kind: 'error', handle: null },
} satisfies Record<string, Partial<DraftRow>>

const rowsOf = (...rows: Partial<DraftRow>[]) =>
  rows.map((fields, at) => row(at + 2, { kind: 'add', ...fields }))
const nothing = { added: 0, changed: 0, lackingVariants: 0, inPart: 0, leftOut: 0 }

test.each<[string, (keyof typeof examples)[], Partial<ReturnType<typeof outcomeOf>>]>([
  ['a new product', ['new', 'added'], { added: 1 }],
  ['a product that gets a variant', ['unchanged', 'added'], { changed: 1 }],
  ['a product that stays as it is', ['unchanged'], {}],
  ['a new product of which a variant is skipped', ['newLacking', 'wrong'], { added: 1, lackingVariants: 1 }],
  ['a new product of which only an image is skipped', ['new', 'wrong'], { added: 1, inPart: 1 }],
  ['a product of which a change is skipped', ['changed', 'wrong'], { changed: 1, inPart: 1 }],
  ['a product that stays as it is, with a row that is skipped', ['unchanged', 'wrong'], { inPart: 1 }],
  ['a product whose rows are all skipped', ['wrong', 'wrong'], { leftOut: 1 }],
  ['rows of no product', ['ofNoProduct', 'ofNoProduct'], {}],
])('%s is counted once', (_what, rows, expected) => {
  expect(outcomeOf(rowsOf(...rows.map((name) => examples[name])))).toEqual({ ...nothing, ...expected })
})

test('products are counted by their handles', () => {
  const rows = rowsOf(
    isNew,
    { kind: 'error', handle: 'cup' },
    { ...isNew, handle: 'bowl' },
    { kind: 'error' },
  )
  expect(outcomeOf(rows)).toEqual({ ...nothing, added: 2, inPart: 1, leftOut: 1 })
})

const t = translator(page, 'en')

test('missing variants are counted in products', () => {
  const outcome = { ...nothing, added: 59, lackingVariants: 5 }
  expect(outcomeText(t, outcome, 8)).toBe('59 new products, 8 rows skipped: 5 products will lack variants.')
  const others = { added: 0, changed: 1, lackingVariants: 0, inPart: 1, leftOut: 2 }
  expect(outcomeText(t, others, 3)).toBe(
    '1 changed product, 3 rows skipped: 1 product is imported in part, 2 products are left out.',
  )
  expect(outcomeText(t, { ...nothing, added: 1 }, 1)).toBe('1 new product, 1 row skipped.')
})

test('without anything to apply, there is no text', () => {
  expect(outcomeText(t, { ...nothing, leftOut: 2 }, 3)).toBeNull()
})
