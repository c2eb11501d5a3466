import type { DraftRow } from '../api/client.ts'
import { useI18n } from '../i18n/i18n.tsx'
import type { ProductGroup } from './product-groups.ts'
import { RowDetails } from './row-details.tsx'
import styles from './product-details.module.css'

interface ProductDetailsProps {
  group: ProductGroup
  /** Those that the filter lets through. */
  rows: readonly DraftRow[]
}

/** What an open product shows: its rows, and how many the filter holds back. */
export function ProductDetails({ group, rows }: ProductDetailsProps) {
  const { t } = useI18n()
  const hidden = group.rows.length - rows.length
  return (
    <>
      <ul>
        {rows.map((row) => (
          <RowDetails key={row.row} row={row} />
        ))}
      </ul>
      {hidden > 0 && <p className={styles.hidden}>{t('rows.otherRows', { count: hidden })}</p>}
    </>
  )
}
