import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { openDraftsQuery, runsQuery, summaryQuery } from '../../api/queries.ts'
import { Screen } from '../../components/screen.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { useMay } from '../../session/session.ts'
import { ExportPanel } from './export-panel.tsx'
import { ImportPanel } from './import-panel.tsx'
import { KeptParts } from './kept-parts.tsx'
import { OpenPreviews } from './open-previews.tsx'
import { RecentImports } from './recent-imports.tsx'
import { TemplatePanel } from './template-panel.tsx'
import { ServiceUnavailable } from './service-unavailable.tsx'
import styles from './start-screen.module.css'
import { Welcome } from './welcome.tsx'

export function StartScreen() {
  const { t } = useI18n()
  const mayRead = useMay('catalog:read')
  const mayPropose = useMay('catalog:propose')
  const summary = useQuery({ ...summaryQuery, enabled: mayRead })
  const [example, setExample] = useState<File | null>(null)
  return (
    <Screen title={t('start.title')} lead={t('start.lead')}>
      <ServiceUnavailable />
      <KeptParts />
      <div className={styles.columns}>
        <ImportPanel file={example} />
        <div className={styles.aside}>
          {mayPropose && summary.data?.product_count === 0 ? <Welcome onTry={setExample} /> : <ExportPanel />}
          <TemplatePanel />
        </div>
      </div>
      <Activity />
    </Screen>
  )
}

/** Shown at once, so that nothing is pushed down by what is loaded later. */
function Activity() {
  const drafts = useInfiniteQuery({ ...openDraftsQuery, enabled: useMay('drafts') })
  const runs = useInfiniteQuery({ ...runsQuery(), enabled: useMay('catalog:read') })
  if (drafts.isLoading || runs.isLoading) return <Skeleton />
  return (
    <>
      <OpenPreviews query={drafts} />
      <RecentImports query={runs} />
    </>
  )
}
