import type { DraftProduct, DraftRow } from '@catalog/contracts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { productRowsQuery } from '../api/preview.ts'
import type { Preview } from '../api/preview.ts'
import { classNames } from '../components/class-names.ts'
import { QueryProblem } from '../components/query-problem.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { FieldList } from './product-details/field-list.tsx'
import { ImageList } from './product-details/image-list.tsx'
import { viewProduct } from './product-details/product-view.ts'
import { Section } from './product-details/section.tsx'
import { SingleRow } from './product-details/single-row.tsx'
import { VariantsTable } from './product-details/variants-table.tsx'
import { titleOf } from './product-texts.ts'
import styles from './product-details.module.css'

/** A row of the file to show, and how often it was asked for. */
export interface AskedRow {
  row: number | undefined
  times: number
}

interface ProductDetailsProps {
  preview: Preview
  product: DraftProduct
  /** Null if none of its rows is asked for. */
  asked: AskedRow | null
}

/** An open product with all of its rows. */
export function ProductDetails({ preview, product, asked }: ProductDetailsProps) {
  const query = useQuery(productRowsQuery(preview, product.handle))
  const { data: rows } = query
  return (
    <>
      <QueryProblem query={query} />
      {!rows && !query.error && <Skeleton lines={3} />}
      {rows && <LoadedDetails product={product} rows={rows} asked={asked} />}
    </>
  )
}

interface LoadedDetailsProps extends Omit<ProductDetailsProps, 'preview'> {
  rows: readonly DraftRow[]
}

/** Its changes, images and variants. The element of a row has the id `row-<number>` and can be focused. */
function LoadedDetails({ product, rows, asked }: LoadedDetailsProps) {
  const { t } = useI18n()
  const view = useMemo(() => viewProduct(rows), [rows])
  useFocusOnRow(asked)
  const [first] = rows
  const { changes, images, lines } = view
  return (
    <div className={classNames('stack gap-4', styles.details)}>
      {rows.length === 1 && first && lines.length <= 1 ? (
        <SingleRow row={first} view={view} />
      ) : (
        <>
          {changes.length > 0 && (
            <Section title={t('rows.product')}>
              <FieldList changes={changes} />
            </Section>
          )}
          {images.length > 0 && (
            <Section title={t('details.images', { count: images.length })}>
              <ImageList images={images} haveRows />
            </Section>
          )}
          {lines.length > 0 && (
            <Section title={t('details.variants', { count: lines.length })}>
              <VariantsTable view={view} label={t('details.variantsOf', { product: titleOf(product) })} />
            </Section>
          )}
        </>
      )}
    </div>
  )
}

/** Scrolls to the row and focuses it, each time that it is requested. */
function useFocusOnRow(asked: AskedRow | null): void {
  useEffect(() => {
    const element = asked?.row === undefined ? null : document.getElementById(`row-${asked.row}`)
    if (element === null) return undefined
    if (element.tabIndex < 0) element.tabIndex = -1
    element.focus({ preventScroll: true })
    // Repeated after what became visible was measured.
    let frames = 3
    let frame = 0
    const bringIntoSight = () => {
      element.scrollIntoView({ block: 'center' })
      frames -= 1
      if (frames > 0) frame = requestAnimationFrame(bringIntoSight)
    }
    bringIntoSight()
    return () => cancelAnimationFrame(frame)
  }, [asked])
}
