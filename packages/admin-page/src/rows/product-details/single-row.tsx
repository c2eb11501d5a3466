import type { DraftRow } from '@catalog/contracts'
import { classNames } from '../../components/class-names.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { RowRemarks } from '../row-remarks.tsx'
import { FieldList } from './field-list.tsx'
import { ImageList } from './image-list.tsx'
import type { ProductView } from './product-view.ts'
import { RowBadge } from './row-badge.tsx'
import { Section } from './section.tsx'
import styles from './single-row.module.css'

/** A product with one visible row: its errors, warnings and changes. */
export function SingleRow({ row, view }: { row: DraftRow; view: ProductView }) {
  const { t } = useI18n()
  const variants = row.changes.filter(({ entity }) => entity === 'variant')
  const options = row.variants?.length === 1 ? (row.variants[0]?.options ?? []) : []
  return (
    <div className={classNames('stack gap-3', styles.row)} id={`row-${row.row}`} tabIndex={-1}>
      <p className={classNames('row', styles.head)}>
        <span className="medium figures">{t('rows.rowNumber', { row: String(row.row) })}</span>
        <RowBadge kind={row.kind} />
        {options.map(({ name, value }) => (
          <span key={name} className="quiet anywhere">
            {name}: <bdi>{value}</bdi>
          </span>
        ))}
        {row.sku !== null && row.sku !== '' && (
          <span className="quiet anywhere">{t('rows.sku', { sku: row.sku })}</span>
        )}
      </p>
      <RowRemarks row={row} />
      {view.changes.length > 0 && (
        <Section title={t('rows.product')}>
          <FieldList changes={view.changes} />
        </Section>
      )}
      {view.images.length > 0 && (
        <Section title={t('details.images', { count: view.images.length })}>
          <ImageList images={view.images} />
        </Section>
      )}
      {variants.length > 0 && (
        <Section title={t('rows.variant')}>
          <FieldList changes={variants} pictures={row.pictures} options={view.options} />
        </Section>
      )}
    </div>
  )
}
