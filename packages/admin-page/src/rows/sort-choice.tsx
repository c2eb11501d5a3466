import type { ProductQuery } from '@catalog/contracts'
import { useI18n } from '../i18n/i18n.tsx'
import { sorts } from './row-search.ts'
import styles from './sort-choice.module.css'

const names = { file: 'fileOrder', price: 'priceOrder', stock: 'stockOrder', title: 'titleOrder' } as const

interface SortChoiceProps {
  sort: ProductQuery['sort']
  onSort: (sort: ProductQuery['sort']) => void
}

/** Chooses which products come first. */
export function SortChoice({ sort, onSort }: SortChoiceProps) {
  const { t } = useI18n()
  return (
    <label className={styles.choice}>
      <span className={styles.label}>{t('rows.sort')}</span>
      <select
        className={styles.select}
        value={sort}
        onChange={({ target }) => {
          const chosen = sorts.find((one) => one === target.value)
          if (chosen !== undefined) onSort(chosen)
        }}
      >
        {sorts.map((one) => (
          <option key={one} value={one}>
            {t(`rows.${names[one]}`)}
          </option>
        ))}
      </select>
    </label>
  )
}
