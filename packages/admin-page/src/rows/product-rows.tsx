import type { DraftProduct } from '@catalog/contracts'
import { memo, useId } from 'react'
import type { Preview } from '../api/preview.ts'
import { Icon } from '../components/icon.tsx'
import { ProductDetails, titleOf } from './product-details.tsx'
import type { AskedRow } from './product-details.tsx'
import { ProductSummary } from './product-summary.tsx'
import styles from './product-rows.module.css'

interface ProductRowsProps {
  preview: Preview
  product: DraftProduct
  index: number
  isOpen: boolean
  onToggle: (handle: string) => void
  /** Null if none of its rows is asked for. */
  asked: AskedRow | null
}

/** A product's line in the table and, if it is open, its rows of the file. */
export const ProductRows = memo(function ProductRows({
  preview,
  product,
  index,
  isOpen,
  onToggle,
  asked,
}: ProductRowsProps) {
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
            onClick={() => onToggle(product.handle)}
          >
            <span className={styles.chevron}>
              <Icon name="chevron" />
            </span>
            <bdi className={styles.title}>{titleOf(product)}</bdi>
          </button>
          <span className={styles.handle}>
            <bdi>{product.handle}</bdi>
          </span>
        </div>
        <div role="cell" className={styles.happens}>
          <ProductSummary product={product} />
        </div>
      </div>
      {isOpen && (
        <div role="row" className={styles.details} id={id}>
          <div role="cell" aria-colspan={2}>
            <ProductDetails preview={preview} product={product} asked={asked} />
          </div>
        </div>
      )}
    </>
  )
})
