import type { ReactNode } from 'react'
import type { Run } from '../../api/client.ts'
import { Figures } from '../../components/figures.tsx'
import { Panel } from '../../components/panel.tsx'
import { PersonName } from '../../components/person-name.tsx'
import { RunLink } from '../../components/run-link.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { dialectName } from '../../messages/dialect-name.ts'
import { RunDetails } from './run-details.tsx'
import styles from './run-summary-panel.module.css'

/** The import in brief, who did it, and what can be done about it. */
export function RunSummaryPanel({ run }: { run: Run }) {
  const { t } = useI18n()
  const isUndo = run.undoes !== null
  return (
    <Panel title={t(isUndo ? 'run.undoCounts' : 'run.counts')}>
      <Figures
        figures={[
          ...(isUndo ? [] : [{ label: t('common.added'), value: run.added, tone: 'good' as const }]),
          { label: t('common.updated'), value: run.updated, tone: 'info' },
          { label: t('common.unchanged'), value: run.unchanged },
          ...(isUndo ? [] : [{ label: t('common.errors'), value: run.errored, tone: 'bad' as const }]),
        ]}
      />
      <p className={styles.quiet}>{t(isUndo ? 'run.undoApplied' : 'run.applied')}</p>
      <Facts run={run} />
      <RunDetails run={run} />
    </Panel>
  )
}

function Facts({ run }: { run: Run }) {
  const { t, format } = useI18n()
  const {
    undoes,
    file_name: file,
    dialect,
    row_count: rows,
    created_by: uploader,
    confirmed_by: person,
  } = run
  return (
    <dl className={styles.facts}>
      {undoes !== null && (
        <Fact name={t('run.undoes')}>
          <RunLink runId={undoes} />
        </Fact>
      )}
      {undoes === null && file !== null && (
        <Fact name={t('common.fileName')}>
          <bdi>{file}</bdi>
        </Fact>
      )}
      {undoes === null && dialect !== null && (
        <Fact name={t('review.format')}>{dialectName(t, dialect)}</Fact>
      )}
      {rows !== null && <Fact name={t('review.rowsRead')}>{format.number(rows)}</Fact>}
      {undoes === null && uploader !== null && (
        <Fact name={t('run.uploadedBy')}>
          <PersonName person={uploader} />
        </Fact>
      )}
      {person !== null && (
        <Fact name={t('history.person')}>
          <PersonName person={person} />
        </Fact>
      )}
      <Fact name={t('run.when')}>{format.dateTime(run.created_at)}</Fact>
      <Fact name={t('run.took')}>{format.duration(run.duration_ms)}</Fact>
      {run.completed_at !== null && run.image_progress.total > 0 && (
        <Fact name={t('run.takenOn')}>{format.dateTime(run.completed_at)}</Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
