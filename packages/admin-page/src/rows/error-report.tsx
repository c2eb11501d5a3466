import type { DraftRow, RowError, Tally } from '@catalog/contracts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { use, useEffect, useId, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { ToggleButton } from 'react-aria-components'
import { errorRowsQuery, readRepairs } from '../api/preview.ts'
import type { Preview } from '../api/preview.ts'
import { Button } from '../components/button.tsx'
import { classNames } from '../components/class-names.ts'
import { DownloadButton } from '../components/download-button.tsx'
import { HelpLink } from '../components/help-link.tsx'
import { VisuallyHidden } from '../components/visually-hidden.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { knownField } from '../messages/known-codes.ts'
import { CauseName, causeTitle, keyOfCause } from './cause-name.tsx'
import { Choosing } from './choosing.ts'
import type { Problem } from './explain.ts'
import { Explanation } from './explanation.tsx'
import { SingleRow } from './product-details/single-row.tsx'
import { viewProduct } from './product-details/product-view.ts'
import { RowLink } from './row-link.tsx'
import styles from './error-report.module.css'

type Cause = Tally['causes'][number]

interface ErrorReportProps {
  preview: Preview
  /** The API's path of the rows with errors. */
  path: string
  /** The number of rows with errors. */
  count: number
  causes: readonly Cause[]
  isApplied: boolean
  /** The cause by which products are filtered. */
  cause: string | undefined
  /** Where the corrected file is uploaded. */
  corrected: ReactNode
  onCause: (cause: string | undefined) => void
}

/** As many causes as leave the products in sight. */
const fewCauses = 4
/** On a phone. */
const leastCauses = 2

/** What is wrong with the file, or worth a look, by cause, and the file in which to correct errors. */
export function ErrorReport(props: ErrorReportProps) {
  const { preview, path, count, causes, isApplied, cause, corrected, onCause } = props
  const { t } = useI18n()
  const titleId = useId()
  const rows = useExamples(preview, causes)
  const [showsAll, setShowsAll] = useState(false)
  const sorted = useMemo(() => originsFirst(causes), [causes])
  const isAsked = sorted.findIndex((each) => keyOfCause(each) === cause) >= fewCauses
  const isWhole = showsAll || isAsked || causes.length <= leastCauses
  return (
    <section className={classNames('stack gap-2 card', styles.report)} aria-labelledby={titleId}>
      <div className={classNames('row', styles.head)}>
        <h2 className={styles.heading} id={titleId}>
          {count > 0 ? t('rows.errorsTitle', { count }) : t('rows.warningsTitle')}
        </h2>
        {causes.length > leastCauses && !isAsked && (
          <Button kind="quiet" aria-expanded={showsAll} onPress={() => setShowsAll(!showsAll)}>
            {showsAll ? t('rows.fewCauses') : t('rows.allCauses', { count: causes.length })}
          </Button>
        )}
        {count > 0 && (
          <div className={classNames('wrap gap-2', styles.ways)}>
            {corrected}
            <DownloadButton path={path}>{t('rows.downloadErrors')}</DownloadButton>
          </div>
        )}
      </div>
      {count > 0 && (
        <p className={styles.lead}>{t(isApplied ? 'rows.errorsLeadApplied' : 'rows.errorsLead')}</p>
      )}
      <ul className={classNames(styles.causes, !isWhole && styles.few)} aria-label={t('rows.causes')}>
        {(isWhole ? sorted : sorted.slice(0, fewCauses)).map((each) => (
          <CauseItem
            key={JSON.stringify([each.severity, each.code, each.case, each.column])}
            preview={preview}
            cause={each}
            rows={rows}
            isShown={keyOfCause(each) === cause}
            onShow={(isShown) => onCause(isShown ? keyOfCause(each) : undefined)}
          />
        ))}
      </ul>
    </section>
  )
}

/** What is corrected at once comes first, and rows that only wait for other rows last. */
function originsFirst(causes: readonly Cause[]): readonly Cause[] {
  return causes.toSorted((one, other) => rankOf(one) - rankOf(other))
}

function rankOf({ code, severity, fixable }: Cause): number {
  if (severity === 'warning' || code === 'product_invalid') return 2
  return fixable > 0 ? 0 : 1
}

/** Rows with errors, until each cause has one. */
function useExamples(preview: Preview, causes: readonly Cause[]): readonly DraftRow[] {
  const errors = useMemo(() => causes.filter(({ severity }) => severity === 'error'), [causes])
  const query = useInfiniteQuery({ ...errorRowsQuery(preview), enabled: errors.length > 0 })
  const { data, error, hasNextPage, isFetching, fetchNextPage } = query
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? [], [data])
  const isMissing = useMemo(
    () => errors.some((cause) => !rows.some((row) => errorOf(row, cause))),
    [errors, rows],
  )
  const wantsMore = isMissing && hasNextPage && !isFetching && error === null
  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])
  return rows
}

function errorOf({ errors }: DraftRow, cause: Omit<Cause, 'severity'>): RowError | undefined {
  return errors.find(
    ({ code, column, parameters }) =>
      code === cause.code && column === cause.column && (parameters?.['case'] ?? null) === cause.case,
  )
}

interface CauseItemProps {
  preview: Preview
  cause: Cause
  /** Those with errors, as far as they are loaded. */
  rows: readonly DraftRow[]
  /** Products are filtered by this cause. */
  isShown: boolean
  onShow: (isShown: boolean) => void
}

/** The number of its products and an example; once it is chosen, what to do about it. */
function CauseItem({ preview, cause, rows, isShown, onShow }: CauseItemProps) {
  const { t } = useI18n()
  const choosing = use(Choosing)
  const { severity, code, column, products } = cause
  const isError = severity === 'error'
  const example = isError ? rows.find((row) => errorOf(row, cause)) : undefined
  const error = example && errorOf(example, cause)
  const problem = error ? withoutItsOwn(error) : generally(cause)
  return (
    <li className={classNames(styles.cause, !isError && styles.warning)}>
      <div className={classNames('row between small', styles.line)}>
        <h3 className={styles.title}>
          <ToggleButton className={styles.name ?? ''} isSelected={isShown} onChange={onShow}>
            <CauseName cause={cause} />
          </ToggleButton>
        </h3>
        <span className={classNames('bad medium figures', styles.count)}>
          {products > 0 && `${t('rows.products', { count: products })} · `}
          {t('rows.rows', { count: cause.rows })}
        </span>
      </div>
      <div className={classNames('row between small', styles.line)}>
        <p className={classNames('baseline gap-2 shrink grow quiet nowrap', styles.example)}>
          {example && error && (
            <>
              <span>
                {t('rows.rowWord')} {isStray(example) ? example.row : <RowLink row={example.row} />}
              </span>
              {error.value !== null && error.value !== '' && (
                <bdi className={styles.value}>{error.value}</bdi>
              )}
              {error.suggestion !== undefined && (
                <span>
                  → <bdi>{error.suggestion}</bdi>
                </span>
              )}
            </>
          )}
          <HelpLink page={isError ? 'errors' : 'warnings'} anchor={code}>
            {t('rows.help')}
            <VisuallyHidden>{`, ${causeTitle(t, cause)}`}</VisuallyHidden>
          </HelpLink>
        </p>
        {cause.fixable > 0 && choosing?.edit && (
          <Button
            isPending={choosing.isPending}
            onPress={() => choosing.edit?.(() => readRepairs(preview, cause))}
          >
            {t('repair.all', { count: cause.fixable })}
          </Button>
        )}
      </div>
      {isShown && (
        <p className={styles.advice}>
          <Explanation part={isError ? 'rowErrorTexts' : 'rowWarningTexts'} problem={problem} />{' '}
          {column !== null && knownField(column) !== null && (
            <HelpLink page="columns" anchor={column}>
              {t('rows.columnRule')}
            </HelpLink>
          )}
        </p>
      )}
      {isShown && <StrayRows rows={rows.filter((row) => isStray(row) && errorOf(row, cause))} />}
    </li>
  )
}

const maxStrays = 20

/** Rows that belong to no product, which the list of products therefore does not have. */
function StrayRows({ rows }: { rows: readonly DraftRow[] }) {
  return rows
    .slice(0, maxStrays)
    .map((row) => <SingleRow key={row.row} row={row} view={viewProduct([row])} />)
}

function isStray({ handle, errors }: DraftRow): boolean {
  return handle === null || errors.some(({ code }) => code === 'invalid_handle')
}

/** Parameters that are usually the same in each of a cause's rows. */
const shared = new Set(['case', 'limit', 'least', 'example'])

/** Without parameters that only the example has, such as its other rows. */
function withoutItsOwn({ parameters = {}, ...error }: RowError): Problem {
  const isShared = Object.keys(parameters).every((name) => shared.has(name))
  return { ...error, ...(isShared && { parameters }) }
}

function generally({ code, case: name }: Cause): Problem {
  return { code, message: '', ...(name !== null && { parameters: { case: name } }) }
}
