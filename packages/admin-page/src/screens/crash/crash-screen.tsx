import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { PartMissing } from '../../components/lazy-part.ts'
import { Screen } from '../../components/screen.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { PartMissingScreen } from '../part-missing/part-missing-screen.tsx'

/** Shown if the page itself fails, or a part of it could not be loaded. */
export function CrashScreen({ error }: { error: unknown }) {
  return error instanceof PartMissing ? <PartMissingScreen /> : <Crash />
}

function Crash() {
  const { t } = useI18n()
  return (
    <Screen title={t('common.crashTitle')}>
      <EmptyState icon="warning" title={t('common.crashText')}>
        <Button kind="primary" icon="retry" onPress={() => location.reload()}>
          {t('common.reload')}
        </Button>
      </EmptyState>
    </Screen>
  )
}
