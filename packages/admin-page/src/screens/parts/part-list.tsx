import { Link } from '@tanstack/react-router'
import { Badge } from '../../components/badge.tsx'
import { classNames } from '../../components/class-names.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import type { Part, PartState } from '../../parts/split.ts'
import styles from './part-list.module.css'

/** Each part with its state. */
export function PartList({ parts }: { parts: readonly Part[] }) {
  const { t } = useI18n()
  return (
    <ol className="stack" aria-label={t('parts.list')}>
      {parts.map(({ number, rowCount, firstRow, lastRow, state }) => (
        <li key={number} className={classNames('row', styles.part)}>
          <span className={styles.name}>{t('parts.part', { part: number })}</span>
          <span className={classNames('grow note figures', styles.rows)}>
            {t('parts.rowsOf', { count: rowCount, first: firstRow, last: lastRow })}
          </span>
          <State state={state} />
        </li>
      ))}
    </ol>
  )
}

function State({ state }: { state: PartState }) {
  const { t } = useI18n()
  if (state.is === 'waiting') return <Badge tone="plain" text={t('parts.waiting')} />
  if (state.is === 'skipped') return <Badge tone="plain" text={t('parts.skipped')} />
  if (state.is === 'in_review') return <Badge tone="info" text={t('parts.in_review')} />
  const { runId, errored } = state
  return (
    <span className={classNames('row', styles.applied)}>
      {errored === 0 ? (
        <Badge tone="good" icon="check" text={t('parts.applied')} />
      ) : (
        <Badge tone="warn" icon="warning" text={t('parts.withErrors', { count: errored })} />
      )}
      <Link to="/runs/$runId" params={{ runId }}>
        {t('parts.openRun')}
      </Link>
    </span>
  )
}
