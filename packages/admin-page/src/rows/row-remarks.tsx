import type { DraftRow, RowError } from '@catalog/contracts'
import { classNames } from '../components/class-names.ts'
import { HelpLink } from '../components/help-link.tsx'
import { Icon } from '../components/icon.tsx'
import { VisuallyHidden } from '../components/visually-hidden.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { CauseName, causeTitle } from './cause-name.tsx'
import { CellRepair } from './cell-repair.tsx'
import { Explanation } from './explanation.tsx'
import { LongText } from './long-text.tsx'
import styles from './row-remarks.module.css'

/** The errors and warnings of a row. */
export function RowRemarks({ row: { row, errors, warnings } }: { row: DraftRow }) {
  const { t } = useI18n()
  const remarks = [
    ...errors.map((problem) => ({ problem, cause: causeOf('error', problem) })),
    ...warnings.map((problem) => ({ problem, cause: causeOf('warning', problem) })),
  ]
  if (remarks.length === 0) return null
  return (
    <ul className={classNames('stack gap-2', styles.remarks)}>
      {remarks.map(({ problem, cause }) => (
        <li
          key={`${problem.code} ${problem.column ?? ''} ${problem.message}`}
          className={styles[cause.severity]}
        >
          <Icon name="warning" />
          <div className="shrink ink anywhere">
            <p className="medium">
              <CauseName cause={cause} />
            </p>
            <p>
              <Explanation part={rowTexts[cause.severity]} problem={problem} />{' '}
              <HelpLink page={`${cause.severity}s`} anchor={problem.code}>
                {t('rows.help')}
                <VisuallyHidden>{`, ${causeTitle(t, cause)}`}</VisuallyHidden>
              </HelpLink>
            </p>
            {problem.value !== null && problem.value !== '' && (
              <p className="note">
                <LongText text={problem.value} />
              </p>
            )}
            <CellRepair row={row} problem={problem} />
          </div>
        </li>
      ))}
    </ul>
  )
}

const rowTexts = { error: 'rowErrorTexts', warning: 'rowWarningTexts' } as const

function causeOf<Severity extends 'error' | 'warning'>(
  severity: Severity,
  { code, column, parameters }: RowError,
) {
  const name = parameters?.['case']
  return { severity, code, column, case: name === undefined ? null : String(name) }
}
