import type { ChangeGroup } from '@catalog/catalog/change-groups'
import type { DraftProduct } from '@catalog/contracts'
import type { Formats } from '../i18n/formats.ts'
import type { I18n } from '../i18n/i18n.tsx'
import type { Translate } from '../i18n/translate.ts'
import { fieldName, fieldRank, knownField } from '../messages/known-codes.ts'

const namedColumns = 4

/** As it will be. */
export function titleOf({ title, handle }: DraftProduct): string {
  return title.after ?? title.before ?? handle
}

/** The changed columns of a stored product besides those that the list shows; the variants of a new one. */
export function changesText({ t, language }: Pick<I18n, 't' | 'language'>, product: DraftProduct): string {
  const { kind, changes, variants } = product
  if (kind === 'new') return variants.total > 1 ? t('rows.variants', { count: variants.total }) : ''
  const columns = changes
    .filter(({ group }) => !isShown(product, group))
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

/** Whether the list shows what was and what will be; of prices that trade places, for example, it does not. */
function isShown({ title, price, stock, status }: DraftProduct, group: ChangeGroup): boolean {
  if (group === 'price')
    return price?.before?.min !== price?.after?.min || price?.before?.max !== price?.after?.max
  if (group === 'stock') return stock?.before !== stock?.after
  if (group === 'status') return status?.before !== status?.after
  return group === 'title' && title.before !== title.after
}

function columnText(t: Translate, language: string, column: string): string {
  const label = fieldName(t, column)
  return knownField(column) === null ? label : withinSentence(label, language)
}

type Prices = NonNullable<NonNullable<DraftProduct['price']>['after']>

/** "189.00", or "24.90–151.00" of variants that differ. */
export function pricesText(format: Pick<Formats, 'price'>, { min, max }: Prices): string {
  return min === max ? format.price(Number(min)) : `${format.price(Number(min))}–${format.price(Number(max))}`
}

/** By how much a single price changes, in percent; null if it is not a single one, or was zero. */
export function percentOf(price: DraftProduct['price']): number | null {
  if (!price?.before || !price.after) return null
  const { before, after } = price
  const isOne = before.min === before.max && after.min === after.max && Number(before.min) > 0
  return isOne ? (Number(after.min) / Number(before.min) - 1) * 100 : null
}

function sentence(parts: readonly string[]): string {
  const text = parts.join(', ')
  return text.charAt(0).toLocaleUpperCase() + text.slice(1)
}

/** In lower case, except in German, which capitalises nouns, and except names such as "SEO title". */
function withinSentence(name: string, language: string): string {
  return language === 'de' ? name : name.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLocaleLowerCase())
}
