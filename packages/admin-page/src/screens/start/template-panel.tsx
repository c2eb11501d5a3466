import { Panel } from '../../components/panel.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { useMay } from '../../session/session.ts'
import { DownloadButton } from '../../components/download-button.tsx'

export function TemplatePanel() {
  const { t } = useI18n()
  const mayRead = useMay('catalog:read')
  return (
    <Panel title={t('start.templateTitle')}>
      <p>{t('start.templateLead')}</p>
      <DownloadButton path="/api/products/imports/template" isDisabled={!mayRead}>
        {t('start.templateButton')}
      </DownloadButton>
      {!mayRead && <p>{t('common.noReadText')}</p>}
    </Panel>
  )
}
