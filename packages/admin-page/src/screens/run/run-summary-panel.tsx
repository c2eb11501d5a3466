import type { Run } from '@catalog/contracts'
import { Facts } from '../../components/facts.tsx'
import type { Fact } from '../../components/facts.tsx'
import { Panel } from '../../components/panel.tsx'
import { PersonName } from '../../components/person-name.tsx'
import { RunLink } from '../../components/run-link.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import type { I18n } from '../../i18n/i18n.tsx'
import { dialectName } from '../../messages/dialect-name.ts'
import { CountFigures } from '../../rows/count-figures.tsx'
import { RunDetails } from './run-details.tsx'
import styles from './run-summary-panel.module.css'

/** The import in brief, who did it, and what can be done about it; `hasTiles`: its counts are shown below. */
export function RunSummaryPanel({ run, hasTiles }: { run: Run; hasTiles: boolean }) {
  const i18n = useI18n()
  const { t } = i18n
  const isUndo = run.undoes !== null
  return (
    <Panel title={t(isUndo ? 'run.undoCounts' : 'run.counts')}>
      {!hasTiles && <CountFigures tally={run.preview} rows={run} />}
      <p className={styles.quiet}>{t(isUndo ? 'run.undoApplied' : 'run.applied')}</p>
      <Facts facts={factsOf(i18n, run)} className={styles.facts} />
      <RunDetails run={run} />
    </Panel>
  )
}

function factsOf({ t, format }: I18n, run: Run): Fact[] {
  const { undoes, file_name: file, dialect, row_count: rows, completed_at: completed } = run
  const { created_by: uploader, confirmed_by: person } = run
  const hasFile = undoes === null
  const hasImages = run.image_progress.total > 0
  return [
    [t('run.undoes'), undoes !== null && <RunLink runId={undoes} />],
    [t('common.fileName'), hasFile && file !== null && <bdi>{file}</bdi>],
    [t('review.format'), hasFile && dialect !== null && dialectName(t, dialect)],
    [t('review.rowsRead'), rows !== null && format.number(rows)],
    [t('run.uploadedBy'), hasFile && uploader !== null && <PersonName person={uploader} />],
    [t('history.person'), person !== null && <PersonName person={person} />],
    [t('run.when'), format.dateTime(run.created_at)],
    [t('run.took'), format.duration(run.duration_ms)],
    [t('run.takenOn'), hasImages && completed !== null && format.dateTime(completed)],
  ]
}
