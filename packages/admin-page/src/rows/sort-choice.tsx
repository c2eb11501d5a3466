import { useI18n } from '../i18n/i18n.tsx'
import { rowOrders } from './row-search.ts'
import type { RowOrder } from './row-search.ts'
import styles from './sort-choice.module.css'

const orderNames = { file: 'fileOrder', size: 'sizeOrder', price: 'priceOrder' } as const

interface SortChoiceProps {
  order: RowOrder
  onOrder: (order: RowOrder) => void
}

/** Chooses which products come first. */
export function SortChoice({ order, onOrder }: SortChoiceProps) {
  const { t } = useI18n()
  return (
    <label className={styles.choice}>
      <span className={styles.label}>{t('rows.sort')}</span>
      <select
        className={styles.select}
        value={order}
        onChange={({ target }) => {
          const chosen = rowOrders.find((one) => one === target.value)
          if (chosen !== undefined) onOrder(chosen)
        }}
      >
        {rowOrders.map((one) => (
          <option key={one} value={one}>
            {t(`rows.${orderNames[one]}`)}
          </option>
        ))}
      </select>
    </label>
  )
}
