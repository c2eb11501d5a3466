import { useI18n } from '../i18n/i18n.tsx'
import { classNames } from './class-names.ts'
import { VisuallyHidden } from './visually-hidden.tsx'
import styles from './skeleton.module.css'

/** A placeholder for lines of text that are loading, so that the layout does not jump. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  const { t } = useI18n()
  return (
    <div className={classNames('stack gap-4', styles.skeleton)} role="status">
      <VisuallyHidden>{t('common.loading')}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} aria-hidden="true" />
      ))}
    </div>
  )
}
