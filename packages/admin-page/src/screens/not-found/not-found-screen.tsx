import { ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Screen } from '../../components/screen.tsx'
import { useI18n } from '../../i18n/i18n.tsx'

export function NotFoundScreen() {
  const { t } = useI18n()
  return (
    <Screen title={t('common.notFoundTitle')}>
      <EmptyState icon="search" title={t('common.notFoundText')}>
        <ButtonLink kind="primary" to="/">
          {t('common.backToStart')}
        </ButtonLink>
      </EmptyState>
    </Screen>
  )
}
