import { createContext, use } from 'react'
import { useI18n } from '../i18n/i18n.tsx'
import styles from './row-link.module.css'

/** Opens the product of a row; null if no rows are shown. */
export const ShowRow = createContext<((row: number) => void) | null>(null)

/** A row number that opens the row. */
export function RowLink({ row }: { row: number }) {
  const { t } = useI18n()
  const show = use(ShowRow)
  if (show === null) return String(row)
  return (
    <button
      type="button"
      className={styles.link}
      aria-label={t('rows.rowNumber', { row: String(row) })}
      onClick={() => show(row)}
    >
      {row}
    </button>
  )
}
