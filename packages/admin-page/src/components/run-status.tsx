import type { RunSummary } from '../api/client.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { Badge } from './badge.tsx'

export function RunStatus({ status }: { status: RunSummary['status'] }) {
  const { t } = useI18n()
  return status === 'completed' ? (
    <Badge tone="good" icon="check">
      {t('run.statusCompleted')}
    </Badge>
  ) : (
    <Badge tone="info" icon="clock">
      {t('run.statusFetching')}
    </Badge>
  )
}
