import type { RunSummary } from '@catalog/contracts'
import { classNames } from '../../components/class-names.ts'
import { countsOf } from '../../components/run-counts.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import styles from './recent-imports.module.css'

const shown = ['new', 'changed', 'with_errors'] as const

/** The products of each import, as a bar: the oldest first. The legend has their sums. */
export function ImportsChart({ runs }: { runs: readonly RunSummary[] }) {
  const { t, format } = useI18n()
  const imports = runs
    .filter(({ preview }) => preview !== null)
    .map((run) => ({ id: run.run_id, counts: countsOf(run) }))
    .toReversed()
  const most = Math.max(...imports.map(({ counts }) => shown.reduce((sum, name) => sum + counts[name], 0)))
  if (imports.length < 2 || most === 0) return null
  return (
    <figure className={classNames('wrap', styles.chart)}>
      <div className={styles.bars} aria-hidden="true">
        {imports.map(({ id, counts }) => (
          <span key={id} className={styles.bar}>
            {shown.map((name) => (
              <span
                key={name}
                className={styles[name]}
                style={{ height: `${(100 * counts[name]) / most}%` }}
              />
            ))}
          </span>
        ))}
      </div>
      <figcaption className={classNames('wrap note', styles.legend)}>
        <span>{t('start.chart', { count: imports.length })}</span>
        {shown.map((name) => (
          <span key={name}>
            <span className={styles[name]} aria-hidden="true" /> {t(`rows.${name}`)}{' '}
            {format.number(imports.reduce((sum, { counts }) => sum + counts[name], 0))}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
