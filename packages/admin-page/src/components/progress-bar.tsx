import { Label, ProgressBar as AriaProgressBar } from 'react-aria-components'
import { useI18n } from '../i18n/i18n.tsx'
import styles from './progress-bar.module.css'

interface ProgressBarProps {
  label: string
  /** 0–100; absent while unknown. */
  percent?: number
  /** Shown at the right of the label instead of the percentage. */
  detail?: string
}

export function ProgressBar({ label, percent, detail }: ProgressBarProps) {
  const { format } = useI18n()
  const known = percent !== undefined
  return (
    <AriaProgressBar
      className={styles.progress ?? ''}
      {...(known ? { value: percent } : { isIndeterminate: true })}
      valueLabel={detail ?? (known ? format.percent(percent) : '')}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <span className={styles.detail}>{detail ?? (known ? format.percent(percent) : '')}</span>
      <span className={styles.track}>
        <span className={known ? styles.bar : styles.unknown} style={known ? { width: `${percent}%` } : {}} />
      </span>
    </AriaProgressBar>
  )
}
