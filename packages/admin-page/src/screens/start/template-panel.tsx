import { Panel } from '../../components/panel.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { DownloadButton } from '../../components/download-button.tsx'

export function TemplatePanel() {
  const { t } = useI18n()
  return (
    <Panel title={t('start.templateTitle')}>
      <p>{t('start.templateLead')}</p>
      <DownloadButton path="/api/products/imports/template">{t('start.templateButton')}</DownloadButton>
    </Panel>
  )
}
