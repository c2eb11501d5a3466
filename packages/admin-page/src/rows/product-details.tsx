import type { DraftRow } from '@catalog/contracts'
import { useMemo } from 'react'
import { useI18n } from '../i18n/i18n.tsx'
import { FieldList } from './product-details/field-list.tsx'
import { ImageList } from './product-details/image-list.tsx'
import { viewProduct } from './product-details/product-view.ts'
import { Section } from './product-details/section.tsx'
import { SingleRow } from './product-details/single-row.tsx'
import { VariantsTable } from './product-details/variants-table.tsx'
import type { ProductGroup } from './product-groups.ts'
import styles from './product-details.module.css'

interface ProductDetailsProps {
  group: ProductGroup
  /** The rows that pass the filter. */
  rows: readonly DraftRow[]
}

/**
 * An open product: its changes, images and variants, and how many rows the filter hides. The element of a row has the
 * id `row-<number>` and can be focused.
 */
export function ProductDetails({ group, rows }: ProductDetailsProps) {
  const { t } = useI18n()
  const view = useMemo(() => viewProduct(rows), [rows])
  const hidden = group.rows.length - rows.length
  const [first] = rows
  const { changes, images, lines } = view
  return (
    <div className={styles.details}>
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
              <VariantsTable
                view={view}
                label={t('details.variantsOf', { product: group.title ?? group.handle ?? '' })}
              />
            </Section>
          )}
        </>
      )}
      {hidden > 0 && <p className={styles.hidden}>{t('rows.otherRows', { count: hidden })}</p>}
    </div>
  )
}
