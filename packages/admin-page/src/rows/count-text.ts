import type { Translate } from '../i18n/translate.ts'
import type { Count } from './find-products.ts'

/** "463 products · 1,204 rows" */
export function countText(t: Translate, { products, rows, strayRows }: Count): string {
  const strays = strayRows > 0 ? [t('rows.strayRows', { count: strayRows })] : []
  if (products === 0 && strayRows > 0) return strays.join('')
  return [t('rows.products', { count: products }), t('rows.rows', { count: rows }), ...strays].join(' · ')
}
