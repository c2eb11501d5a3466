import type { ExportFormat } from '@catalog/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf } from '../../api/problem.ts'
import { summaryQuery } from '../../api/queries.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { useDownload } from '../../components/use-download.ts'
import type { DownloadState } from '../../components/use-download.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useMay } from '../../session/session.ts'
import { countOf, exportParts } from './export-parts.ts'
import type { StatusFilter } from './export-parts.ts'
import { StatusChoice } from './status-choice.tsx'

export function ExportPanel() {
  const { t } = useI18n()
  const mayExport = useMay('catalog:export')
  return (
    <Panel title={t('start.exportTitle')}>
      <p>{t('start.exportLead')}</p>
      {mayExport ? (
        <ExportForm />
      ) : (
        <Notice tone="info" title={t('start.noExport')}>
          <p>{t('start.noExportText')}</p>
        </Notice>
      )}
    </Panel>
  )
}

function ExportForm() {
  const { t, format } = useI18n()
  const [status, setStatus] = useState<StatusFilter>('all')
  const mayRead = useMay('catalog:read')
  const summary = useQuery({ ...summaryQuery, enabled: mayRead })
  const { download, start, cancel } = useDownload()
  const count = summary.data && countOf(summary.data, status)
  const parts = summary.data ? exportParts(summary.data, status) : 0
  const isLoading = download.state === 'loading'
  const [saved, setSaved] = useState<ExportFormat>('csv')
  const save = (chosen: ExportFormat) => {
    setSaved(chosen)
    start(`/api/products/export?status=${status}${chosen === 'csv' ? '' : `&format=${chosen}`}`)
  }
  const choices: [ExportFormat, string][] = [
    ...(parts > 1 ? [['zip', t('start.exportZip')] satisfies [ExportFormat, string]] : []),
    ['csv', t(parts > 1 ? 'start.exportWhole' : 'start.exportButton')],
    ['xlsx', t('start.exportWorkbook')],
  ]
  return (
    <>
      <StatusChoice summary={summary.data} value={status} onChange={setStatus} isDisabled={isLoading} />
      <Outcome download={download} />
      {parts > 1 && <p>{t('start.exportParts', { count: parts })}</p>}
      <div className="stack gap-2">
        {choices.map(([chosen, label]) => (
          <Button
            key={chosen}
            icon="download"
            isDisabled={count === 0 || (isLoading && saved !== chosen)}
            isPending={isLoading && saved === chosen}
            onPress={() => save(chosen)}
          >
            {label}
          </Button>
        ))}
        {isLoading && (
          <Button kind="quiet" onPress={cancel}>
            {t('common.cancel')}
          </Button>
        )}
      </div>
      {isLoading && (
        <p className="note figures">{t('start.exporting', { size: format.bytes(download.received) })}</p>
      )}
      {count === 0 && (
        <p className="note figures">
          {t(summary.data?.product_count === 0 ? 'start.exportEmpty' : 'start.exportNone')}
        </p>
      )}
    </>
  )
}

function Outcome({ download }: { download: DownloadState }) {
  const { t } = useI18n()
  if (download.state === 'failed') {
    if (codeOf(download.error) === 'empty_catalog')
      return <Notice tone="info" live="polite" title={t('start.exportNone')} />
    return <ProblemNotice error={download.error} />
  }
  if (download.state !== 'done') return null
  const products = Number(download.headers.get('X-Catalog-Product-Count') ?? 0)
  return <Notice tone="good" live="polite" title={t('start.exportDone', { count: products })} />
}
