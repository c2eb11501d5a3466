import type { Run } from '@catalog/contracts'
import { classNames } from '../../components/class-names.ts'
import { Facts } from '../../components/facts.tsx'
import type { Fact } from '../../components/facts.tsx'
import { Panel } from '../../components/panel.tsx'
import { PersonName } from '../../components/person-name.tsx'
import { RunLink } from '../../components/run-link.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import type { I18n } from '../../i18n/i18n.tsx'
import { dialectName } from '../../messages/dialect-name.ts'
import styles from './run-summary-panel.module.css'

/** The file of the import, and who did it when. */
export function RunSummaryPanel({ run }: { run: Run }) {
  const i18n = useI18n()
  return (
    <Panel title={i18n.t('run.details')}>
      <Facts facts={factsOf(i18n, run)} className={classNames('wrap figures', styles.facts)} />
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
