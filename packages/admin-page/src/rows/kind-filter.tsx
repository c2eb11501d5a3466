import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { classNames } from '../components/class-names.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { rowKinds } from './row-search.ts'
import type { RowKind } from './row-search.ts'
import styles from './kind-filter.module.css'

const kindNames = {
  all: 'allRows',
  add: 'adds',
  update: 'updates',
  unchanged: 'unchanged',
  error: 'errors',
} as const

export type KindCounts = Partial<Record<RowKind, number>>

interface KindFilterProps {
  /** Of the kinds to choose from. */
  counts: KindCounts
  show: RowKind | undefined
  onShow: (show: RowKind | undefined) => void
}

/** How many rows are what; each number shows its rows. */
export function KindFilter({ counts, show, onShow }: KindFilterProps) {
  const { t, format } = useI18n()
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const kinds = rowKinds.filter((kind) => counts[kind] !== undefined)
  return (
    <ToggleButtonGroup
      className={styles.group ?? ''}
      aria-label={t('rows.filter')}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[show ?? 'all']}
      onSelectionChange={(keys) => onShow(rowKinds.find((kind) => keys.has(kind)))}
    >
      {(['all', ...kinds] as const).map((kind) => {
        const count = kind === 'all' ? all : (counts[kind] ?? 0)
        return (
          <ToggleButton
            key={kind}
            id={kind}
            className={classNames(styles.kind, styles[kind], count === 0 && styles.none)}
          >
            <span className={styles.count}>{format.number(count)}</span>
            <span className={styles.name}>{t(`rows.${kindNames[kind]}`)}</span>
          </ToggleButton>
        )
      })}
    </ToggleButtonGroup>
  )
}
