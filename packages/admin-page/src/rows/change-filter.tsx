import { changeGroups } from '@catalog/catalog/change-groups'
import type { ChangeGroup } from '@catalog/catalog/change-groups'
import type { Tally } from '@catalog/contracts'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { classNames } from '../components/class-names.ts'
import { useI18n } from '../i18n/i18n.tsx'
import styles from './change-filter.module.css'

interface ChangeFilterProps {
  changes: Tally['changes']
  chosen: readonly ChangeGroup[]
  onChoose: (chosen: readonly ChangeGroup[]) => void
}

/** Filters by what changes of products that exist; of several choices, a product has any. */
export function ChangeFilter({ changes, chosen, onChoose }: ChangeFilterProps) {
  const { t, format } = useI18n()
  return (
    <ToggleButtonGroup
      className="wrap gap-2"
      aria-label={t('rows.changes')}
      selectionMode="multiple"
      selectedKeys={chosen}
      onSelectionChange={(keys) => onChoose(changeGroups.filter((group) => keys.has(group)))}
    >
      {changes.map(({ group, products }) => (
        <ToggleButton
          key={group}
          id={group}
          className={classNames('small ink medium nowrap', styles.chip)}
          aria-label={`${t(`changes.${group}`)} ${t('rows.products', { count: products })}`}
        >
          {t(`changes.${group}`)}{' '}
          <span className={classNames('quiet figures', styles.count)}>{format.number(products)}</span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
