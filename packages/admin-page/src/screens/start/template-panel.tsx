import { Panel } from '../../components/panel.tsx'
import { HelpLink } from '../../components/help-link.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { useMay } from '../../session/session.ts'
import { DownloadButton } from '../../components/download-button.tsx'

export function TemplatePanel() {
  const { t } = useI18n()
  const mayRead = useMay('drafts')
  return (
    <Panel title={t('start.templateTitle')}>
      <p>{t('start.templateLead')}</p>
      <DownloadButton path="/api/products/imports/template" isDisabled={!mayRead}>
        {t('start.templateButton')}
      </DownloadButton>
      <p>
        <HelpLink page="columns">{t('help.aboutColumns')}</HelpLink>
      </p>
      {!mayRead && <p>{t('common.noReadText')}</p>}
    </Panel>
  )
}
