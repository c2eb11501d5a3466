import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Screen } from '../../components/screen.tsx'
import { useI18n } from '../../i18n/i18n.tsx'

/** Where the page itself has failed, or a part of it could not be loaded after a new version was put in place. */
export function CrashScreen() {
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
