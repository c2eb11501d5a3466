import { memo, useId } from 'react'
import { Badge } from '../components/badge.tsx'
import { Icon } from '../components/icon.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { ProductDetails } from './product-details.tsx'
import type { ProductGroup } from './product-groups.ts'
import type { RowKind } from './row-search.ts'
import styles from './product-rows.module.css'

interface ProductRowsProps {
  group: ProductGroup
  show: RowKind | undefined
  index: number
  isOpen: boolean
  onToggle: (key: string) => void
}

/** A product's line in the table and, where it is open, the rows of the file that it has. */
export const ProductRows = memo(function ProductRows({
  group,
  show,
  index,
  isOpen,
  onToggle,
}: ProductRowsProps) {
  const { t } = useI18n()
  const id = useId()
  const shown = show === undefined ? group.rows : group.rows.filter(({ kind }) => kind === show)
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
          <Happens group={group} />
        </div>
      </div>
      {isOpen && (
        <div role="row" className={styles.details} id={id}>
          <div role="cell" aria-colspan={2}>
            <ProductDetails group={group} rows={shown} />
          </div>
        </div>
      )}
    </>
  )
})

function titleOf({ title, handle, rows }: ProductGroup, otherwise: string): string {
  return title ?? handle ?? rows.find(({ sku }) => sku !== null && sku !== '')?.sku ?? otherwise
}

function Happens({ group: { counts, isNew, clears, warnings } }: { group: ProductGroup }) {
  const { t } = useI18n()
  return (
    <>
      {isNew && (
        <Badge tone="good" icon="plus">
          {t('rows.newProduct')}
        </Badge>
      )}
      {counts.error > 0 && (
        <Badge tone="bad" icon="cross">
          {t('rows.errorCount', { count: counts.error })}
        </Badge>
      )}
      {counts.add > 0 && !isNew && (
        <Badge tone="good" icon="plus">
          {t('rows.addCount', { count: counts.add })}
        </Badge>
      )}
      {counts.update > 0 && (
        <Badge tone="info" icon="pencil">
          {t('rows.updateCount', { count: counts.update })}
        </Badge>
      )}
      {clears > 0 && (
        <Badge tone="warn" icon="warning">
          {t('rows.clearCount', { count: clears })}
        </Badge>
      )}
      {warnings > 0 && (
        <Badge tone="warn" icon="warning">
          {t('rows.warningCount', { count: warnings })}
        </Badge>
      )}
      {counts.add + counts.update + counts.error === 0 && (
        <span className={styles.unchanged}>{t('rows.unchanged')}</span>
      )}
    </>
  )
}
