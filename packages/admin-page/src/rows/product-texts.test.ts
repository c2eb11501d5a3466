import type { DraftProduct } from '@catalog/contracts'
import { beforeAll, expect, test } from '@jest/globals'
import { formatsFor } from '../i18n/formats.ts'
import { translator } from '../i18n/translate.ts'
import page from '../messages/en/page.json' with { type: 'json' }
import { learnCodes } from '../messages/known-codes.ts'
import { changesText, percentOf, pricesText } from './product-texts.ts'

const i18n = { t: translator(page, 'en'), language: 'en', format: formatsFor('en') }
beforeAll(() => learnCodes(page))

const product = (fields: Partial<DraftProduct>): DraftProduct => ({
  handle: 'mug',
  title: { before: 'Mug', after: 'Mug' },
  kind: 'changed',
  picture: null,
  rows: [2],
  variants: { total: 1, changed: 0, new: 0 },
  price: null,
  stock: null,
  status: null,
  changes: [],
  risks: [],
  errors: 0,
  warnings: 0,
  ...fields,
})
const variants = (total: number, changed: number) => ({ total, changed, new: 0 })
const change = (group: DraftProduct['changes'][number]['group'], ...fields: string[]) => ({ group, fields })

const range = (min: string, max = min) => ({ min, max })

test.each<[Partial<DraftProduct>, string]>([
  [{ changes: [change('price', 'variant_price'), change('title', 'title')] }, 'Title, price'],
  // The list shows what was and what will be.
  [
    {
      changes: [
        change('price', 'variant_price'),
        change('title', 'title'),
        change('stock'),
        change('status'),
      ],
      title: { before: 'Cup', after: 'Mug' },
      price: { before: range('10'), after: range('5') },
      stock: { before: 2, after: 0 },
      status: { before: 'active', after: 'draft' },
    },
    '',
  ],
  [{ changes: [change('price', 'variant_price')], variants: variants(3, 2) }, 'Price, 2 of 3 variants'],
  [{ changes: [change('images')] }, 'Images'],
  [{ changes: [change('custom_fields', 'metadata.material')] }, 'Metadata.material'],
  [
    { changes: [change('other', 'title', 'vendor', 'tags', 'status', 'seo_title', 'variant_price')] },
    'Title, vendor, tags, status, 2 more',
  ],
  [{ kind: 'new', variants: variants(3, 0) }, '3 variants'],
  [{ kind: 'new' }, ''],
  [{ kind: 'unchanged' }, ''],
])('what changes is told in brief: %j', (fields, text) => {
  expect(changesText(i18n, product(fields))).toBe(text)
})

test.each<[DraftProduct['price'], (string | null)[], number | null]>([
  [{ before: range('10'), after: range('5') }, ['10.00', '5.00'], -50],
  [{ before: range('8', '9'), after: range('4', '9') }, ['8.00–9.00', '4.00–9.00'], null],
  [{ before: range('0'), after: range('5') }, ['0.00', '5.00'], null],
  [{ before: null, after: range('5') }, [null, '5.00'], null],
])('prices are in ranges, and a single one has its change in percent: %j', (price, texts, percent) => {
  const { before = null, after = null } = price ?? {}
  expect([before, after].map((one) => one && pricesText(i18n.format, one))).toEqual(texts)
  expect(percentOf(price)).toBe(percent)
})
