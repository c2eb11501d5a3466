import type { Run, Tally } from '@catalog/contracts'
import { Figures } from '../components/figures.tsx'
import { useI18n } from '../i18n/i18n.tsx'

export type RowCounts = Pick<Run, 'added' | 'updated' | 'unchanged' | 'errored'>

/** What was counted, without a list below to filter: in products, or in rows of an earlier release. */
export function CountFigures({ tally, rows }: { tally: Tally | null; rows: RowCounts }) {
  const { t } = useI18n()
  const counts = tally && {
    added: tally.products.new,
    updated: tally.products.changed,
    unchanged: tally.products.unchanged,
    errored: tally.products.with_errors,
  }
  const { added, updated, unchanged, errored } = counts ?? rows
  return (
    <Figures
      figures={[
        { label: t(counts ? 'rows.new' : 'common.added'), value: added, tone: 'good' },
        { label: t(counts ? 'rows.changed' : 'common.updated'), value: updated, tone: 'info' },
        { label: t(counts ? 'rows.unchanged' : 'common.unchanged'), value: unchanged },
        { label: t('common.errors'), value: errored, tone: 'bad' },
      ]}
    />
  )
}
