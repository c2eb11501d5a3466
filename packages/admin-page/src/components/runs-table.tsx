import type { RunSummary } from '@catalog/contracts'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useI18n } from '../i18n/i18n.tsx'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { PersonName } from './person-name.tsx'
import { canUndo, countNames, countsOf } from './run-counts.ts'
import { RunStatus } from './run-status.tsx'
import { useUndoTitle } from './run-title.ts'
import styles from './runs-table.module.css'
import { useNow } from './use-now.ts'
import type { useUndo } from './use-open-draft.ts'

interface RunsTableProps {
  runs: readonly RunSummary[]
  label: string
  /** Where runs can be undone. */
  undo?: ReturnType<typeof useUndo>
}

/** Import runs, one per row; on narrow screens one per card, with the column's name at each value. */
export function RunsTable({ runs, label, undo }: RunsTableProps) {
  const { t } = useI18n()
  const now = useNow(30_000)
  const columns = [
    t('history.import'),
    t('history.status'),
    ...countNames.map((name) => t(`rows.${name}`)),
    t('history.images'),
    ...(undo ? [t('run.undo')] : []),
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
          <Row key={run.run_id} run={run} columns={columns} now={now} undo={undo} />
        ))}
      </tbody>
    </table>
  )
}

const firstNumber = 2
const isNumber = (column: number) => column >= firstNumber && column < firstNumber + countNames.length

interface RowProps {
  undo: RunsTableProps['undo'] | undefined
  run: RunSummary
  columns: readonly string[]
  now: number
}

function Row({ run, columns, now, undo }: RowProps) {
  const { t, format } = useI18n()
  const counts = countsOf(run)
  const name = useId()
  return (
    <tr role="row" className={styles.row}>
      <td role="cell" className={styles.import}>
        <Link id={name} className={styles.link} to="/runs/$runId" params={{ runId: run.run_id }}>
          <RunName run={run} />
        </Link>
        <span className={classNames('note', styles.when)}>
          {isNamed(run) && (
            <>
              <time dateTime={run.created_at}>{format.dateTime(run.created_at)}</time>
              {' · '}
            </>
          )}
          {format.sinceThen(run.created_at, now)}
          {run.confirmed_by !== null && (
            <>
              {' · '}
              <PersonName person={run.confirmed_by} />
            </>
          )}
        </span>
      </td>
      <Cell className={styles.status} label={columns[1]}>
        <RunStatus run={run} />
      </Cell>
      {countNames.map((count, index) => (
        <Cell
          key={count}
          className={classNames(
            styles.number,
            counts[count] === 0 && 'quiet',
            count === 'with_errors' && counts[count] > 0 && 'bad',
          )}
          label={columns[firstNumber + index]}
        >
          {run.preview === null ? t('rows.rows', { count: counts[count] }) : format.number(counts[count])}
        </Cell>
      ))}
      <Cell className={styles.images} label={columns[firstNumber + countNames.length]}>
        <ImageState run={run} />
      </Cell>
      {undo && (
        <Cell className={styles.undo} label="">
          {canUndo(run) && (
            <Button
              kind="quiet"
              icon="undo"
              isPending={undo.isPending && undo.variables === run.run_id}
              onPress={() => undo.mutate(run.run_id)}
              aria-describedby={name}
            >
              {t('history.undo')}
            </Button>
          )}
        </Cell>
      )}
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
  if (progress.total === 0) return <span className="quiet">{t('history.noImages')}</span>
  return t('history.imagesOf', { handled: counts.fetched, total: progress.total })
}
