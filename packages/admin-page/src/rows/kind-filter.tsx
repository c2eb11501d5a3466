import type { RowKind } from '@catalog/contracts'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { classNames } from '../components/class-names.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { rowKinds } from './row-search.ts'
import styles from './kind-filter.module.css'

const kindNames = {
  all: 'allRows',
  add: 'adds',
  update: 'updates',
  unchanged: 'unchanged',
  left_out: 'leftOut',
  error: 'errors',
} as const

export type KindCounts = Partial<Record<RowKind, number>>

interface KindFilterProps {
  /** The kinds to choose from. */
  kinds: readonly RowKind[]
  /** Numbers of rows and products; products are null while unknown. */
  countOf: (kind: RowKind | 'all') => { rows: number; products: number | null }
  show: RowKind | undefined
  onShow: (show: RowKind | undefined) => void
}

/** The number of rows of each kind; pressing it filters by the kind. */
export function KindFilter({ kinds, countOf, show, onShow }: KindFilterProps) {
  const { t, format } = useI18n()
  return (
    <ToggleButtonGroup
      className={styles.group ?? ''}
      aria-label={t('rows.filter')}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[show ?? 'all']}
      onSelectionChange={(keys) => onShow(rowKinds.find((kind) => keys.has(kind)))}
    >
      {(['all', ...rowKinds.filter((kind) => kinds.includes(kind))] as const).map((kind) => {
        const { rows, products } = countOf(kind)
        return (
          <ToggleButton
            key={kind}
            id={kind}
            className={classNames(styles.kind, styles[kind], rows === 0 && styles.none)}
          >
            <span className={styles.count}>{format.number(rows)}</span>{' '}
            <span className={styles.name}>{t(`rows.${kindNames[kind]}`)}</span>{' '}
            {products !== null && products > 0 && (
              <span className={styles.products}>{t('rows.products', { count: products })}</span>
            )}
          </ToggleButton>
        )
      })}
    </ToggleButtonGroup>
  )
}
