import type { DraftRow } from '@catalog/contracts'
import { memo, useId } from 'react'
import { Icon } from '../components/icon.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { ProductDetails } from './product-details.tsx'
import type { ProductGroup } from './product-groups.ts'
import { ProductSummary } from './product-summary.tsx'
import styles from './product-rows.module.css'

interface ProductRowsProps {
  group: ProductGroup
  /** The rows that pass the filters. */
  rows: readonly DraftRow[]
  index: number
  isOpen: boolean
  onToggle: (key: string) => void
}

/** A product's line in the table and, if it is open, its rows of the file. */
export const ProductRows = memo(function ProductRows({
  group,
  rows,
  index,
  isOpen,
  onToggle,
}: ProductRowsProps) {
  const { t } = useI18n()
  const id = useId()
  return (
    <>
      <div role="row" aria-rowindex={index + 2} className={styles.product}>
        <div role="cell" className={styles.name}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => onToggle(group.key)}
          >
            <span className={styles.chevron}>
              <Icon name="chevron" />
            </span>
            <bdi className={styles.title}>{titleOf(group, t('rows.withoutHandle'))}</bdi>
          </button>
          {group.handle !== null && group.title !== null && (
            <span className={styles.handle}>
              <bdi>{group.handle}</bdi>
            </span>
          )}
        </div>
        <div role="cell" className={styles.happens}>
          <ProductSummary group={group} />
        </div>
      </div>
      {isOpen && (
        <div role="row" className={styles.details} id={id}>
          <div role="cell" aria-colspan={2}>
            <ProductDetails group={group} rows={rows} />
          </div>
        </div>
      )}
    </>
  )
})

function titleOf({ title, handle, rows }: ProductGroup, otherwise: string): string {
  return title ?? handle ?? rows.find(({ sku }) => sku !== null && sku !== '')?.sku ?? otherwise
}
