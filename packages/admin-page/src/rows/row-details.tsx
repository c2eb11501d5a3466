import type { DraftRow } from '../api/client.ts'
import { Badge } from '../components/badge.tsx'
import type { IconName } from '../components/icon.tsx'
import { Icon } from '../components/icon.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { ChangeList } from './change-list.tsx'
import { ColumnName } from './column-name.tsx'
import { knownRowError, knownRowWarning } from '../messages/known-codes.ts'
import { LongText } from './long-text.tsx'
import type { RowKind } from './row-search.ts'
import styles from './row-details.module.css'

const tones = { add: 'good', update: 'info', unchanged: 'plain', error: 'bad' } as const
const icons = {
  add: 'plus',
  update: 'pencil',
  unchanged: 'check',
  error: 'cross',
} satisfies Record<RowKind, IconName>
const names = { add: 'oneAdd', update: 'oneUpdate', unchanged: 'oneUnchanged', error: 'oneError' } as const

/** One row of the file: what is wrong with it, what is worth knowing, what it would write. */
export function RowDetails({ row }: { row: DraftRow }) {
  const { t } = useI18n()
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <span className={styles.number}>{t('rows.rowNumber', { row: String(row.row) })}</span>
        <Badge tone={tones[row.kind]} icon={icons[row.kind]}>
          {t(`rows.${names[row.kind]}`)}
        </Badge>
        {row.sku !== null && row.sku !== '' && (
          <span className={styles.sku}>{t('rows.sku', { sku: row.sku })}</span>
        )}
      </div>
      <Remarks row={row} />
      {row.changes.length > 0 && <ChangeList changes={row.changes} />}
    </li>
  )
}

function Remarks({ row: { errors, warnings } }: { row: DraftRow }) {
  const { t } = useI18n()
  const remarks = [
    ...errors.map((error) => ({
      ...error,
      isError: true,
      title: t(`rowErrors.${knownRowError(error.code)}`),
    })),
    ...warnings.map((warning) => ({
      ...warning,
      isError: false,
      title: t(`rowWarnings.${knownRowWarning(warning.code)}`),
    })),
  ]
  if (remarks.length === 0) return null
  return (
    <ul className={styles.remarks}>
      {remarks.map(({ code, column, value, message, title, isError }) => (
        <li key={`${code} ${column ?? ''} ${message}`} className={isError ? styles.error : styles.warning}>
          <Icon name="warning" />
          <div className={styles.text}>
            <p className={styles.title}>
              {title}
              {column !== null && (
                <>
                  {' · '}
                  <ColumnName name={column} />
                </>
              )}
            </p>
            <p lang="en">{message}</p>
            {value !== null && value !== '' && (
              <p className={styles.value}>
                <LongText text={value} />
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
