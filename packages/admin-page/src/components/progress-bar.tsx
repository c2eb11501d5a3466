import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { Label, ProgressBar as AriaProgressBar } from 'react-aria-components'
import { useI18n } from '../i18n/i18n.tsx'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { VisuallyHidden } from './visually-hidden.tsx'
import styles from './progress-bar.module.css'

export interface ProgressBarProps {
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
      className={classNames('stack baseline gap-2-4', styles.progress)}
      {...(known ? { value: percent } : { isIndeterminate: true })}
      valueLabel={detail ?? (known ? format.percent(percent) : '')}
    >
      <Label className="shrink medium anywhere">{label}</Label>
      <span className="note figures">{detail ?? (known ? format.percent(percent) : '')}</span>
      <span className={styles.track}>
        <span className={known ? styles.bar : styles.unknown} style={known ? { width: `${percent}%` } : {}} />
      </span>
    </AriaProgressBar>
  )
}

interface WorkingProps extends ProgressBarProps {
  /** In a box of its own, in the place of the box for files. */
  isBoxed?: boolean
  onCancel: () => void
  /** On the button; by default, "Cancel". */
  cancel?: string
  children?: ReactNode
}

// In this file, because in one of its own both would become a chunk, and the first load larger.
/** Replaces what started the work, and takes over its focus. */
export function Working({ isBoxed = false, onCancel, cancel, children, ...progress }: WorkingProps) {
  const { t } = useI18n()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div
      className={classNames('stack gap-3', styles.working, isBoxed && styles.boxed)}
      ref={box}
      tabIndex={-1}
    >
      <ProgressBar {...progress} />
      <VisuallyHidden>
        <span role="status">{progress.label}</span>
      </VisuallyHidden>
      {children}
      <Button onPress={onCancel}>{cancel ?? t('common.cancel')}</Button>
    </div>
  )
}
