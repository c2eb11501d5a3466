import { useEffect, useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { VisuallyHidden } from '../../components/visually-hidden.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import styles from './working.module.css'

interface WorkingProps {
  label: string
  percent?: number
  detail?: string
  onCancel: () => void
}

/** Replaces the button that started the work, and takes over its focus. */
export function Working({ label, onCancel, ...progress }: WorkingProps) {
  const { t } = useI18n()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className={styles.working} ref={box} tabIndex={-1}>
      <ProgressBar label={label} {...progress} />
      <VisuallyHidden>
        <span role="status">{label}</span>
      </VisuallyHidden>
      <Button onPress={onCancel}>{t('common.cancel')}</Button>
    </div>
  )
}
