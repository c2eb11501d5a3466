import { Screen } from '../../components/screen.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { ExportPanel } from './export-panel.tsx'
import { ImportPanel } from './import-panel.tsx'
import { KeptParts } from './kept-parts.tsx'
import { OpenPreviews } from './open-previews.tsx'
import { RecentImports } from './recent-imports.tsx'
import { TemplatePanel } from './template-panel.tsx'
import { ServiceUnavailable } from './service-unavailable.tsx'
import styles from './start-screen.module.css'

export function StartScreen() {
  const { t } = useI18n()
  return (
    <Screen title={t('start.title')} lead={t('start.lead')}>
      <ServiceUnavailable />
      <KeptParts />
      <OpenPreviews />
      <div className={styles.columns}>
        <ImportPanel />
        <div className={styles.aside}>
          <ExportPanel />
          <TemplatePanel />
        </div>
      </div>
      <RecentImports />
    </Screen>
  )
}
