import { Screen } from '../../components/screen.tsx'
import { useI18n } from '../../i18n/i18n.tsx'

export function HistoryScreen() {
  const { t } = useI18n()
  return (
    <Screen title={t('history.title')} lead={t('history.lead')}>
      {null}
    </Screen>
  )
}
