import type { DraftRow } from '@catalog/contracts'
import type { Translate } from '../i18n/translate.ts'
import { isOfNewProduct } from './facets.ts'

/** What happens to a file's products once it is applied, in numbers of products. */
export interface Outcome {
  added: number
  changed: number
  /** New products that are created without the variants of skipped rows. */
  lackingVariants: number
  /** Products with skipped rows and others. */
  inPart: number
  /** Products with only skipped rows. */
  leftOut: number
}

/** In numbers of products; rows without a handle belong to none. */
export function outcomeOf(rows: readonly DraftRow[]): Outcome {
  const outcome = { added: 0, changed: 0, lackingVariants: 0, inPart: 0, leftOut: 0 }
  const byHandle = Map.groupBy(rows, ({ handle }) => handle)
  byHandle.delete(null)
  for (const ofProduct of byHandle.values()) {
    const wanted = ofProduct.filter(({ kind }) => kind !== 'left_out')
    const applied = wanted.filter(({ kind }) => kind !== 'error')
    if (applied.some(({ changes }) => changes.some(isOfNewProduct))) outcome.added++
    else if (applied.some(({ kind }) => kind !== 'unchanged')) outcome.changed++
    if (wanted.length === 0) continue
    if (applied.length === 0) outcome.leftOut++
    else if (applied.some(lacksVariants)) outcome.lackingVariants++
    else if (applied.length < wanted.length) outcome.inPart++
  }
  return outcome
}

/** "59 new products, 8 rows skipped: 5 products will lack variants"; null if nothing would be applied. */
export function outcomeText(t: Translate, outcome: Outcome, skipped: number): string | null {
  const { added, changed, lackingVariants, inPart, leftOut } = outcome
  if (added + changed === 0) return null
  const applied = [
    ...(added > 0 ? [t('review.productsAdded', { count: added })] : []),
    ...(changed > 0 ? [t('review.productsChanged', { count: changed })] : []),
    t('review.rowsSkipped', { count: skipped }),
  ].join(', ')
  const missing = [
    ...(lackingVariants > 0 ? [t('review.lackingVariants', { count: lackingVariants })] : []),
    ...(inPart > 0 ? [t('review.inPart', { count: inPart })] : []),
    ...(leftOut > 0 ? [t('review.leftOut', { count: leftOut })] : []),
  ].join(', ')
  return missing === '' ? `${applied}.` : t('review.outcome', { applied, missing })
}

function lacksVariants({ warnings }: DraftRow): boolean {
  return warnings.some(({ code }) => code === 'incomplete_product')
}
