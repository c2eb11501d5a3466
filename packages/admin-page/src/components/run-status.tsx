import type { RunSummary } from '@catalog/contracts'
import { useI18n } from '../i18n/i18n.tsx'
import { Badge } from './badge.tsx'
import styles from './run-status.module.css'

export function RunStatus({ run }: { run: RunSummary }) {
  const { t } = useI18n()
  const { status, undone_by: undoneBy } = run
  const missing = missingImages(run)
  return (
    <span className={styles.badges}>
      {status === 'fetching_images' && <Badge tone="info" icon="clock" text={t('run.statusFetching')} />}
      {status === 'completed' && missing === 0 && (
        <Badge tone="good" icon="check" text={t('run.statusCompleted')} />
      )}
      {status === 'completed' && missing > 0 && (
        <Badge tone="warn" icon="warning" text={t('run.statusMissing', { count: missing })} />
      )}
      {undoneBy !== null && <Badge tone="plain" icon="undo" text={t('run.statusUndone')} />}
    </span>
  )
}

/** Number of images that were requested and not fetched. */
export function missingImages({
  image_counts: { rejected, failed },
}: Pick<RunSummary, 'image_counts'>): number {
  return rejected + failed
}
