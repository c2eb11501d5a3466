import { useMemo, useState } from 'react'
import type { DraftRow } from '../api/client.ts'
import { Button } from '../components/button.tsx'
import { Panel } from '../components/panel.tsx'
import { ProblemNotice } from '../components/problem-notice.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { useDownload } from '../components/use-download.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { ColumnName } from './column-name.tsx'
import { findErrorCauses } from './error-causes.ts'
import type { ErrorCause } from './error-causes.ts'
import { knownRowError } from '../messages/known-codes.ts'
import { LongText } from './long-text.tsx'
import styles from './error-report.module.css'

interface ErrorReportProps {
  /** Of the API: the rows with errors. */
  path: string
  count: number
  rows: readonly DraftRow[]
  isComplete: boolean
  isApplied: boolean
}

/** With more errors than these, people correct them in the report, and want to get to the products. */
const shownCauses = 5

/** What keeps rows from being imported, by cause, and the file to correct them in. */
export function ErrorReport({ path, count, rows, isComplete, isApplied }: ErrorReportProps) {
  const { t } = useI18n()
  const causes = useMemo(() => findErrorCauses(rows), [rows])
  const { download, start } = useDownload()
  const save = () => start(path)
  const [isWhole, setWhole] = useState(false)
  // One more is not worth a button.
  const hidden = causes.length > shownCauses + 1 ? causes.length - shownCauses : 0
  return (
    <Panel
      title={t('rows.errorsTitle', { count })}
      aside={
        <Button icon="download" onPress={save} isPending={download.state === 'loading'}>
          {t('rows.downloadErrors')}
        </Button>
      }
    >
      <p className={styles.lead}>{t(isApplied ? 'rows.errorsLeadApplied' : 'rows.errorsLead')}</p>
      {download.state === 'failed' && <ProblemNotice error={download.error} onRetry={save} />}
      <ul className={styles.causes}>
        {(isWhole || hidden === 0 ? causes : causes.slice(0, shownCauses)).map((cause) => (
          <Cause key={`${cause.code} ${cause.column ?? ''}`} cause={cause} />
        ))}
      </ul>
      {hidden > 0 && (
        <div className={styles.more}>
          <Button aria-expanded={isWhole} onPress={() => setWhole(!isWhole)}>
            {isWhole ? t('rows.fewerCauses') : t('rows.moreCauses', { count: hidden })}
          </Button>
        </div>
      )}
      {!isComplete && <Skeleton lines={2} />}
    </Panel>
  )
}

function Cause({ cause: { code, column, rows, examples } }: { cause: ErrorCause }) {
  const { t } = useI18n()
  return (
    <li className={styles.cause}>
      <div className={styles.head}>
        <h3 className={styles.title}>{t(`rowErrors.${knownRowError(code)}`)}</h3>
        {column !== null && <ColumnName name={column} />}
        <span className={styles.count}>{t('rows.rows', { count: rows })}</span>
      </div>
      <ul className={styles.examples}>
        {examples.map(({ row, value, message }) => (
          <li key={row} className={styles.example}>
            <span className={styles.row}>{t('rows.rowNumber', { row: String(row) })}</span>
            <span className={styles.text}>
              {value !== null && value !== '' && (
                <span className={styles.value}>
                  <LongText text={value} />
                </span>
              )}
              <span lang="en">{message}</span>
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}
