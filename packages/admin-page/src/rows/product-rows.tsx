import type { DraftProduct } from '@catalog/contracts'
import { memo, useId } from 'react'
import type { Preview } from '../api/preview.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { ProductDetails, titleOf } from './product-details.tsx'
import type { Choosing } from './choosing.ts'
import type { AskedRow } from './product-details.tsx'
import { ProductSummary } from './product-summary.tsx'
import styles from './product-rows.module.css'

interface ProductRowsProps {
  preview: Preview
  choosing: Choosing | null
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
  choosing,
  product,
  index,
  isOpen,
  onToggle,
  asked,
}: ProductRowsProps) {
  const id = useId()
  const titleId = `${id}-title`
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
            <bdi className={styles.title} id={titleId}>
              {titleOf(product)}
            </bdi>
          </button>
          <span className={styles.handle}>
            <bdi>{product.handle}</bdi>
          </span>
        </div>
        <div role="cell" className={styles.happens}>
          <ProductSummary product={product} />
          {choosing && <LeaveOut product={product} titleId={titleId} choosing={choosing} />}
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

interface LeaveOutProps {
  product: DraftProduct
  /** Of the element with its title. */
  titleId: string
  choosing: Choosing
}

/** Leaves out a product that would be applied, or takes it back. */
function LeaveOut({ product, titleId, choosing }: LeaveOutProps) {
  const { t } = useI18n()
  const id = useId()
  const { handle, kind } = product
  const isOut = choosing.choice.without_handles.includes(handle)
  if (!isOut && kind !== 'new' && kind !== 'changed') return null
  return (
    <Button
      kind="quiet"
      isPending={choosing.isPending}
      id={id}
      aria-labelledby={`${id} ${titleId}`}
      onPress={() => (isOut ? choosing.takeBack(handle) : choosing.leaveOut(() => Promise.resolve([handle])))}
    >
      {t(isOut ? 'choice.takeBack' : 'choice.leaveOut')}
    </Button>
  )
}
