import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import type { Draft } from '../../api/client.ts'
import { classNames } from '../../components/class-names.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { rowKinds } from './review-search.ts'
import type { RowKind } from './review-search.ts'
import styles from './kind-filter.module.css'

const kindNames = {
  all: 'allRows',
  add: 'adds',
  update: 'updates',
  unchanged: 'unchanged',
  error: 'errors',
} as const

interface KindFilterProps {
  draft: Draft
  show: RowKind | undefined
  onShow: (show: RowKind | undefined) => void
}

/** How many rows are what; each number shows its rows. */
export function KindFilter({ draft: { preview, row_count: all }, show, onShow }: KindFilterProps) {
  const { t, format } = useI18n()
  const counts = {
    add: preview.adds,
    update: preview.updates,
    unchanged: preview.unchanged,
    error: preview.errors,
  }
  return (
    <ToggleButtonGroup
      className={styles.group ?? ''}
      aria-label={t('review.filter')}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[show ?? 'all']}
      onSelectionChange={(keys) => onShow(rowKinds.find((kind) => keys.has(kind)))}
    >
      {(['all', ...rowKinds] as const).map((kind) => {
        const count = kind === 'all' ? all : counts[kind]
        return (
          <ToggleButton
            key={kind}
            id={kind}
            className={classNames(styles.kind, styles[kind], count === 0 && styles.none)}
          >
            <span className={styles.count}>{format.number(count)}</span>
            <span className={styles.name}>{t(`review.${kindNames[kind]}`)}</span>
          </ToggleButton>
        )
      })}
    </ToggleButtonGroup>
  )
}
