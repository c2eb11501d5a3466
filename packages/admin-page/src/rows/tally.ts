import type { Tally } from '@catalog/contracts'
import type { Translate } from '../i18n/translate.ts'

type MaybeTally = { [Part in keyof Tally]?: Tally[Part] | undefined }

/** Null if the preview is of an earlier release, which counted rows alone. */
export function tallyOf({ products, left_out: leftOut, changes, risks, causes }: MaybeTally): Tally | null {
  return products && changes && risks && causes
    ? { products, left_out: leftOut ?? 0, changes, risks, causes }
    : null
}

/** "59 new products", "340 changed products": what would be applied, in products; none if nothing would. */
export function appliedTexts(t: Translate, { products }: Tally): string[] {
  return [
    ...(products.new > 0 ? [t('review.productsAdded', { count: products.new })] : []),
    ...(products.changed > 0 ? [t('review.productsChanged', { count: products.changed })] : []),
  ]
}

/** "59 new products, 8 rows skipped: 5 products will lack variants"; null if all of the file is applied, or nothing. */
export function outcomeText(t: Translate, tally: Tally, skipped: number): string | null {
  const applied = appliedTexts(t, tally)
  const { with_errors: failed, left_out: leftOut } = tally.products
  if (applied.length === 0 || skipped + leftOut === 0) return null
  if (skipped > 0) applied.push(t('review.rowsSkipped', { count: skipped }))
  const lacking = tally.causes.find(({ code }) => code === 'incomplete_product')?.products ?? 0
  const missing = [
    ...(lacking > 0 ? [t('review.lackingVariants', { count: lacking })] : []),
    ...(failed > 0 ? [t('review.failedProducts', { count: failed })] : []),
    ...(leftOut > 0 ? [t('review.leftOut', { count: leftOut })] : []),
  ].join(', ')
  const texts = { applied: applied.join(', '), missing }
  return missing === '' ? `${texts.applied}.` : t('review.outcome', texts)
}
