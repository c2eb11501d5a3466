import type { DraftRow } from '@catalog/contracts'
import { HelpLink } from '../components/help-link.tsx'
import { Icon } from '../components/icon.tsx'
import { VisuallyHidden } from '../components/visually-hidden.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { knownCode } from '../messages/known-codes.ts'
import { CellRepair } from './cell-repair.tsx'
import { ColumnName } from './column-name.tsx'
import { Explanation } from './explanation.tsx'
import { LongText } from './long-text.tsx'
import styles from './row-remarks.module.css'

/** The errors and warnings of a row. */
export function RowRemarks({ row: { row, errors, warnings } }: { row: DraftRow }) {
  const { t } = useI18n()
  const remarks = [
    ...errors.map((error) => ({
      ...error,
      isError: true,
      title: t(`rowErrors.${knownCode('rowErrors', error.code)}`),
    })),
    ...warnings.map((warning) => ({
      ...warning,
      isError: false,
      title: t(`rowWarnings.${knownCode('rowWarnings', warning.code)}`),
    })),
  ]
  if (remarks.length === 0) return null
  return (
    <ul className={styles.remarks}>
      {remarks.map(({ title, isError, ...remark }) => (
        <li
          key={`${remark.code} ${remark.column ?? ''} ${remark.message}`}
          className={isError ? styles.error : styles.warning}
        >
          <Icon name="warning" />
          <div className={styles.text}>
            <p className={styles.title}>
              {title}
              {remark.column !== null && (
                <>
                  {' · '}
                  <ColumnName name={remark.column} />
                </>
              )}
            </p>
            <p>
              <Explanation part={isError ? 'rowErrorTexts' : 'rowWarningTexts'} problem={remark} />{' '}
              <HelpLink page={isError ? 'errors' : 'warnings'} anchor={remark.code}>
                {t('rows.help')}
                <VisuallyHidden>{`, ${title}`}</VisuallyHidden>
              </HelpLink>
            </p>
            {remark.value !== null && remark.value !== '' && (
              <p className={styles.value}>
                <LongText text={remark.value} />
              </p>
            )}
            <CellRepair row={row} problem={remark} />
          </div>
        </li>
      ))}
    </ul>
  )
}
