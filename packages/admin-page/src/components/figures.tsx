import { useI18n } from '../i18n/i18n.tsx'
import { classNames } from './class-names.ts'
import styles from './figures.module.css'

export interface Figure {
  label: string
  value: number
  tone?: 'good' | 'info' | 'bad'
}

/** Several counts side by side. A count of 0 has no colour. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  const { format } = useI18n()
  return (
    <dl className={classNames('stack gap-3', styles.figures)}>
      {figures.map(({ label, value, tone }) => (
        <div
          key={label}
          className={classNames(styles.figure, value > 0 && tone !== undefined && styles[tone])}
        >
          <dt className="note">{label}</dt>
          <dd className={styles.value}>{format.number(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
