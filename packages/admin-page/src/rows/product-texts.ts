import type { DraftProduct } from '@catalog/contracts'
import type { I18n } from '../i18n/i18n.tsx'
import type { Translate } from '../i18n/translate.ts'
import { fieldName, fieldRank, knownField } from '../messages/known-codes.ts'

const namedColumns = 4

/** The changed columns of a stored product; the variants of a new one. */
export function changesText(
  { t, language }: Pick<I18n, 't' | 'language'>,
  { kind, changes, variants }: DraftProduct,
): string {
  if (kind === 'new') return variants.total > 1 ? t('rows.variants', { count: variants.total }) : ''
  const columns = changes
    .flatMap(({ group, fields }) =>
      fields.length > 0
        ? fields.map((field) => ({ rank: fieldRank(field), name: columnText(t, language, field) }))
        : [{ rank: Number.MAX_SAFE_INTEGER, name: withinSentence(t(`changes.${group}`), language) }],
    )
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ name }) => name)
  // Naming one more column is as short as "1 more".
  const texts = columns.length > namedColumns + 1 ? columns.slice(0, namedColumns) : [...columns]
  const more = columns.length - texts.length
  if (more > 0) texts.push(t('rows.moreColumns', { count: more }))
  if (variants.total > 1 && variants.changed > 0)
    texts.push(t('rows.ofVariants', { count: variants.changed, total: variants.total }))
  return sentence(texts)
}

function columnText(t: Translate, language: string, column: string): string {
  const label = fieldName(t, column)
  return knownField(column) === null ? label : withinSentence(label, language)
}

/** "189.00 → 20.79, -89%"; null if the range of its prices stays. */
export function priceText({ format }: Pick<I18n, 'format'>, { price }: DraftProduct): string | null {
  if (!price?.before || !price.after) return null
  const { before, after } = price
  if (before.min === after.min && before.max === after.max) return null
  const [was, now] = [before, after].map(({ min, max }) =>
    min === max ? format.price(Number(min)) : `${format.price(Number(min))}–${format.price(Number(max))}`,
  )
  const prices = `${was} → ${now}`
  const isOne = before.min === before.max && after.min === after.max && Number(before.min) > 0
  return isOne ? `${prices}, ${format.change((Number(after.min) / Number(before.min) - 1) * 100)}` : prices
}

function sentence(parts: readonly string[]): string {
  const text = parts.join(', ')
  return text.charAt(0).toLocaleUpperCase() + text.slice(1)
}

/** In lower case, except in German, which capitalises nouns, and except names such as "SEO title". */
function withinSentence(name: string, language: string): string {
  return language === 'de' ? name : name.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLocaleLowerCase())
}
