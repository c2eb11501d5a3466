import type { RunSummary } from '../api/client.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { Badge } from './badge.tsx'
import styles from './run-status.module.css'

export function RunStatus({ run: { status, undone_by: undoneBy } }: { run: RunSummary }) {
  const { t } = useI18n()
  return (
    <span className={styles.badges}>
      {status === 'completed' ? (
        <Badge tone="good" icon="check">
          {t('run.statusCompleted')}
        </Badge>
      ) : (
        <Badge tone="info" icon="clock">
          {t('run.statusFetching')}
        </Badge>
      )}
      {undoneBy !== null && (
        <Badge tone="plain" icon="undo">
          {t('run.statusUndone')}
        </Badge>
      )}
    </span>
  )
}
