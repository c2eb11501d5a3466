import { Badge } from '../components/badge.tsx'
import { classNames } from '../components/class-names.ts'
import { useI18n } from '../i18n/i18n.tsx'
import type { I18n } from '../i18n/i18n.tsx'
import { fieldName, knownField } from '../messages/known-codes.ts'
import { summarizeChanges } from './change-summary.ts'
import type { ChangedColumn, ChangeSummary } from './change-summary.ts'
import { percentageOf } from './price-change.ts'
import type { PriceChange } from './price-change.ts'
import type { ProductGroup } from './product-groups.ts'
import styles from './product-summary.module.css'

/** The changes of a product in brief: "Price on 12 variants, description". */
export function ProductSummary({ group }: { group: ProductGroup }) {
  const i18n = useI18n()
  const { t } = i18n
  const { counts, isNew, warnings, priceChange, hasPriceJump } = group
  const summary = summarizeChanges(group.rows)
  const changes = changesText(i18n, group, summary)
  const prices = summary.changed.find(({ column }) => column === 'variant_price')?.count ?? 0
  return (
    <>
      {changes !== '' && <span className={styles.changes}>{changes}</span>}
      {priceChange !== null && (
        <span className={classNames(styles.price, hasPriceJump && styles.jump)}>
          {prices > 1
            ? t('rows.largestPriceChange', { change: priceText(i18n, priceChange) })
            : priceText(i18n, priceChange)}
        </span>
      )}
      {isNew && <Badge tone="good" icon="plus" text={t('rows.newProduct')} />}
      {!isNew && summary.newVariants > 0 && (
        <Badge tone="good" icon="plus" text={t('rows.newVariants', { count: summary.newVariants })} />
      )}
      {counts.error > 0 && (
        <Badge tone="bad" icon="cross" text={t('rows.errorCount', { count: counts.error })} />
      )}
      {summary.cleared.length > 0 && <Badge tone="warn" icon="warning" text={clearedText(i18n, summary)} />}
      {warnings > 0 && (
        <Badge tone="warn" icon="warning" text={t('rows.warningCount', { count: warnings })} />
      )}
      {counts.add + counts.update + counts.error === 0 && (
        <span className={styles.unchanged}>{t('rows.unchanged')}</span>
      )}
    </>
  )
}

/** The variants and images of a new product; the changed columns of a stored one. */
function changesText({ t, language }: I18n, { isNew }: ProductGroup, summary: ChangeSummary): string {
  const { changed, newVariants, newImages, variants } = summary
  const parts = isNew
    ? newVariants > 1
      ? [t('rows.variants', { count: newVariants })]
      : []
    : columnTexts({ t, language }, changed, variants)
  if (newImages > 0) parts.push(t(isNew ? 'rows.images' : 'rows.newImages', { count: newImages }))
  return sentence(parts)
}

const namedColumns = 4

function columnTexts(
  { t, language }: Pick<I18n, 't' | 'language'>,
  columns: readonly ChangedColumn[],
  variants: number,
): string[] {
  // Naming one more column is as short as "1 more".
  const named = columns.length > namedColumns + 1 ? columns.slice(0, namedColumns) : columns
  const texts = named.map(({ column, entity, count }) => {
    const label = fieldName(t, column)
    const name = knownField(column) === null ? label : withinSentence(label, language)
    if (entity === 'variant' && variants > 1) return t('rows.onVariants', { name, count })
    return entity === 'image' && count > 1 ? t('rows.onImages', { name, count }) : name
  })
  const more = columns.length - named.length
  return more > 0 ? [...texts, t('rows.moreColumns', { count: more })] : texts
}

const namedClears = 2

function clearedText({ t, language }: I18n, { cleared, variants }: ChangeSummary): string {
  const names = columnTexts({ t, language }, cleared, variants)
  if (names.length <= namedClears) return t('rows.clearsColumns', { columns: names.join(', ') })
  return t('rows.clearCount', { count: cleared.reduce((sum, { count }) => sum + count, 0) })
}

/** "189.00 → 20.79, -89%" */
function priceText({ format }: I18n, change: PriceChange): string {
  const percentage = percentageOf(change)
  const prices = `${format.price(Number(change.before))} → ${format.price(Number(change.after))}`
  return percentage === null ? prices : `${prices}, ${format.change(percentage)}`
}

function sentence(parts: readonly string[]): string {
  const text = parts.join(', ')
  return text.charAt(0).toLocaleUpperCase() + text.slice(1)
}

/** In lower case, except in German, which capitalises nouns, and except names such as "SEO title". */
function withinSentence(name: string, language: string): string {
  return language === 'de' ? name : name.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLocaleLowerCase())
}
