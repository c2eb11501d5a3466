import type { DraftRow, RowError } from '@catalog/contracts'
import { useMemo } from 'react'
import { ToggleButton } from 'react-aria-components'
import { Button } from '../components/button.tsx'
import { HelpLink } from '../components/help-link.tsx'
import { Panel } from '../components/panel.tsx'
import { ProblemNotice } from '../components/problem-notice.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { useDownload } from '../components/use-download.ts'
import { VisuallyHidden } from '../components/visually-hidden.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { knownCode, knownField } from '../messages/known-codes.ts'
import { findErrorCauses } from './error-causes.ts'
import type { ErrorCause } from './error-causes.ts'
import { rowPieces } from './explain.ts'
import type { Problem } from './explain.ts'
import { Explanation, Pieces } from './explanation.tsx'
import { RowLink } from './row-link.tsx'
import styles from './error-report.module.css'

interface ErrorReportProps {
  /** The API's path of the rows with errors. */
  path: string
  count: number
  rows: readonly DraftRow[]
  isComplete: boolean
  isApplied: boolean
  /** The cause by which rows are filtered. */
  cause: string | undefined
  onCause: (cause: string | undefined) => void
}

/** The reasons why rows are not imported, by cause, and the file in which to correct them. */
export function ErrorReport({ path, count, rows, isComplete, isApplied, cause, onCause }: ErrorReportProps) {
  const { t } = useI18n()
  const causes = useMemo(() => findErrorCauses(rows), [rows])
  const { download, start } = useDownload()
  const save = () => start(path)
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
      <ul className={styles.causes} aria-label={t('rows.causes')}>
        {causes.map((each) => (
          <Cause
            key={each.key}
            cause={each}
            isShown={each.key === cause}
            onShow={(isShown) => onCause(isShown ? each.key : undefined)}
          />
        ))}
      </ul>
      {!isComplete && <Skeleton lines={2} />}
    </Panel>
  )
}

interface CauseProps {
  cause: ErrorCause
  /** Rows are filtered by this cause. */
  isShown: boolean
  onShow: (isShown: boolean) => void
}

/** The number of its rows and an example; once it is chosen, what to do about it. */
function Cause({ cause, isShown, onShow }: CauseProps) {
  const i18n = useI18n()
  const { t } = i18n
  const { code, column, rows, products, following, example } = cause
  const name = t(`rowErrors.${knownCode('rowErrors', code)}`)
  const { value } = example.error
  return (
    <li className={styles.cause}>
      <div className={styles.head}>
        <h3 className={styles.title}>
          <ToggleButton className={styles.name ?? ''} isSelected={isShown} onChange={onShow}>
            {name}
            {column !== null && <CauseColumn name={column} />}
          </ToggleButton>
        </h3>
        <span className={styles.count}>
          {t('rows.rows', { count: rows })}
          {products > 0 && ` · ${t('rows.products', { count: products })}`}
        </span>
      </div>
      <p className={styles.example}>
        <span className={styles.where}>
          {t('rows.rowWord')} <RowLink row={example.row} />
        </span>
        {value !== null && value !== '' && <bdi className={styles.value}>{value}</bdi>}
        <HelpLink page="errors" anchor={code}>
          {t('rows.help')}
          <VisuallyHidden>{`, ${name}`}</VisuallyHidden>
        </HelpLink>
      </p>
      {following.length > 0 && (
        <details className={styles.following}>
          <summary>{t('rows.following', { count: following.length })}</summary>
          <p>
            <Pieces of={rowPieces(i18n, following.slice(0, 5), Math.max(0, following.length - 5))} />
          </p>
        </details>
      )}
      {isShown && (
        <p className={styles.advice}>
          <Explanation part="rowErrorTexts" problem={withoutItsOwn(example.error)} />{' '}
          {column !== null && knownField(column) !== null && (
            <HelpLink page="columns" anchor={column}>
              {t('rows.columnRule')}
            </HelpLink>
          )}
        </p>
      )}
    </li>
  )
}

/** Parameters that are usually the same in each of a cause's rows. */
const shared = new Set(['case', 'limit', 'least', 'example'])

/** Without parameters that only the example has, such as its other rows. */
function withoutItsOwn({ parameters = {}, ...error }: RowError): Problem {
  const isShared = Object.keys(parameters).every((name) => shared.has(name))
  return { ...error, ...(isShared && { parameters }) }
}

function CauseColumn({ name }: { name: string }) {
  const { t } = useI18n()
  const field = knownField(name)
  return (
    <>
      {' · '}
      {field === null ? <code>{name}</code> : t(`fields.${field}`)}
    </>
  )
}
