import type { RunSummary } from '@catalog/contracts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useI18n } from '../i18n/i18n.tsx'
import { classNames } from './class-names.ts'
import { PersonName } from './person-name.tsx'
import { RunStatus } from './run-status.tsx'
import { useUndoTitle } from './run-title.ts'
import styles from './runs-table.module.css'
import { useNow } from './use-now.ts'

/** Import runs, one per row; on narrow screens one per card, with the column's name at each value. */
export function RunsTable({ runs, label }: { runs: readonly RunSummary[]; label: string }) {
  const { t } = useI18n()
  const now = useNow(30_000)
  const columns = [
    t('history.import'),
    t('history.person'),
    t('history.status'),
    ...numbers.map((name) => t(`common.${name}`)),
    t('history.images'),
  ]
  // The roles keep it a table where the styles turn its rows into cards.
  return (
    <table className={styles.table} role="table" aria-label={label}>
      <thead role="rowgroup" className={styles.header}>
        <tr role="row">
          {columns.map((name, index) => (
            <th
              key={name}
              role="columnheader"
              scope="col"
              className={classNames(isNumber(index) && styles.number)}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {runs.map((run) => (
          <Row key={run.run_id} run={run} columns={columns} now={now} />
        ))}
      </tbody>
    </table>
  )
}

const numbers = ['added', 'updated', 'unchanged', 'errors'] as const
const firstNumber = 3
const isNumber = (column: number) => column >= firstNumber && column < firstNumber + numbers.length

function Row({ run, columns, now }: { run: RunSummary; columns: readonly string[]; now: number }) {
  const { t, format } = useI18n()
  const counts = [run.added, run.updated, run.unchanged, run.errored]
  return (
    <tr role="row" className={styles.row}>
      <td role="cell" className={styles.import}>
        <Link className={styles.link} to="/runs/$runId" params={{ runId: run.run_id }}>
          <RunName run={run} />
        </Link>
        <span className={styles.when}>
          {isNamed(run) && (
            <>
              <time dateTime={run.created_at}>{format.dateTime(run.created_at)}</time>
              {' · '}
            </>
          )}
          {format.sinceThen(run.created_at, now)}
        </span>
      </td>
      <Cell label={columns[1]}>
        {run.confirmed_by === null ? (
          <span className={styles.zero}>{t('history.nobody')}</span>
        ) : (
          <PersonName person={run.confirmed_by} />
        )}
      </Cell>
      <Cell className={styles.status} label={columns[2]}>
        <RunStatus run={run} />
      </Cell>
      {counts.map((count, index) => (
        <Cell
          key={numbers[index]}
          className={classNames(
            styles.number,
            count === 0 && styles.zero,
            index === 3 && count > 0 && styles.trouble,
          )}
          label={columns[firstNumber + index]}
        >
          {format.number(count)}
        </Cell>
      ))}
      <Cell label={columns.at(-1)}>
        <ImageState run={run} />
      </Cell>
    </tr>
  )
}

const isNamed = ({ file_name: file, undoes }: RunSummary) => file !== null || undoes !== null

function RunName({ run }: { run: RunSummary }) {
  const { format } = useI18n()
  const undo = useUndoTitle(run.undoes)
  if (run.undoes !== null) return undo
  if (run.file_name !== null) return <bdi>{run.file_name}</bdi>
  return <time dateTime={run.created_at}>{format.dateTime(run.created_at)}</time>
}

function Cell({
  label,
  className,
  children,
}: {
  label: string | undefined
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <td role="cell" className={className}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      {children}
    </td>
  )
}

function ImageState({ run: { image_progress: progress, image_counts: counts } }: { run: RunSummary }) {
  const { t } = useI18n()
  if (progress.total === 0) return <span className={styles.zero}>{t('history.noImages')}</span>
  return t('history.imagesOf', { handled: counts.fetched, total: progress.total })
}
