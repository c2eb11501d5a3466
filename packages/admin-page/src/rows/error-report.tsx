import type { DraftRow, Tally } from '@catalog/contracts'
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
import type { Translate } from '../i18n/translate.ts'
import { fieldName, knownField } from '../messages/known-codes.ts'
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
  /** The cause by which products are filtered. */
  cause: string | undefined
  /** Where the corrected file is uploaded. */
  corrected: ReactNode
  onCause: (cause: string | undefined) => void
}

const maxStrays = 20

/** As many causes as leave the products in sight. */
const fewCauses = 4
/** On a phone. */
const leastCauses = 2

/** What is wrong with the file, or worth a look, by cause, and the file in which to correct errors. */
export function ErrorReport(props: ErrorReportProps) {
  const { preview, path, count, causes, cause, corrected, onCause } = props
  const { t } = useI18n()
  const titleId = useId()
  const groups = useMemo(() => groupsOf(causes), [causes])
  const [showsAll, setShowsAll] = useState(false)
  const isAsked = groups.findIndex(([each]) => keyOfCause(each) === cause) >= fewCauses
  const isWhole = showsAll || isAsked || groups.length <= leastCauses
  return (
    <section className={classNames('stack gap-2 card', styles.report)} aria-labelledby={titleId}>
      <div className={classNames('row', styles.head)}>
        <h2 className={styles.heading} id={titleId}>
          {count > 0 ? t('rows.errorsTitle', { count }) : t('rows.warningsTitle')}
        </h2>
        {groups.length > leastCauses && !isAsked && (
          <Button kind="quiet" aria-expanded={showsAll} onPress={() => setShowsAll(!showsAll)}>
            {showsAll ? t('rows.fewCauses') : t('rows.allCauses', { count: groups.length })}
          </Button>
        )}
        {count > 0 && (
          <div className={classNames('wrap gap-2', styles.ways)}>
            {corrected}
            <DownloadButton path={path}>{t('rows.downloadErrors')}</DownloadButton>
          </div>
        )}
      </div>
      <ul className={classNames(styles.causes, !isWhole && styles.few)} aria-label={t('rows.causes')}>
        {(isWhole ? groups : groups.slice(0, fewCauses)).map((group) => (
          <CauseItem
            key={groupKey(group[0])}
            preview={preview}
            group={group}
            isShown={keyOfCause(group[0]) === cause}
            onShow={(isShown) => onCause(isShown ? keyOfCause(group[0]) : undefined)}
          />
        ))}
      </ul>
    </section>
  )
}

/** A cause in each of its columns. */
type Group = readonly [Cause, ...Cause[]]

/** What is corrected at once comes first, and rows that only wait for other rows last. */
function groupsOf(causes: readonly Cause[]): readonly Group[] {
  const groups = new Map<string, [Cause, ...Cause[]]>()
  for (const cause of causes.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const group = groups.get(groupKey(cause))
    if (group) group.push(cause)
    else groups.set(groupKey(cause), [cause])
  }
  return [...groups.values()]
}

function groupKey(cause: Cause): string {
  return `${cause.severity} ${keyOfCause(cause)}`
}

function rankOf({ code, severity, fixable }: Cause): number {
  if (severity === 'warning' || code === 'product_invalid') return 2
  return fixable > 0 ? 0 : 1
}

interface CauseItemProps {
  preview: Preview
  group: Group
  /** Products are filtered by this cause. */
  isShown: boolean
  onShow: (isShown: boolean) => void
}

/** The number of its products and an example; once it is chosen, what to do about it. */
function CauseItem({ preview, group, isShown, onShow }: CauseItemProps) {
  const { t } = useI18n()
  const choosing = use(Choosing)
  const [cause] = group
  const { severity, code } = cause
  const fixable = group.filter((each) => each.fixable > 0)
  const isError = severity === 'error'
  const { example } = cause
  const isStray = cause.products === 0
  return (
    <li className={classNames(styles.cause, !isError && styles.warning)}>
      <div className={classNames('row between small', styles.line)}>
        <h3 className={styles.title}>
          <ToggleButton className={styles.name ?? ''} isSelected={isShown} onChange={onShow}>
            <CauseName
              cause={group.length > 1 ? { severity, code, case: cause.case, column: null } : cause}
            />
          </ToggleButton>
        </h3>
        <span className={classNames('bad medium figures', styles.count)}>{countOf(t, group)}</span>
      </div>
      <div className={classNames('row between small', styles.line)}>
        <p className={classNames('baseline gap-2 shrink grow quiet nowrap', styles.example)}>
          {example && (
            <>
              <span>
                {t('rows.rowWord')} {isStray ? example.row : <RowLink row={example.row} />}
              </span>
              {example.value !== null && example.value !== '' && (
                <bdi className={styles.value}>{example.value}</bdi>
              )}
              {example.suggestion !== undefined && (
                <span>
                  → <bdi>{example.suggestion}</bdi>
                </span>
              )}
            </>
          )}
          <HelpLink page={isError ? 'errors' : 'warnings'} anchor={code}>
            {t('rows.help')}
            <VisuallyHidden>{`, ${causeTitle(t, cause)}`}</VisuallyHidden>
          </HelpLink>
        </p>
        {choosing?.edit &&
          fixable.map((each) => (
            <Button
              key={each.column}
              isPending={choosing.isPending}
              onPress={() => choosing.edit?.(() => readRepairs(preview, each))}
            >
              {t('repair.all', { count: each.fixable })}
              {fixable.length > 1 && each.column !== null && ` · ${fieldName(t, each.column)}`}
            </Button>
          ))}
      </div>
      {isShown && (
        <p className={styles.advice}>
          <Explanation part={isError ? 'rowErrorTexts' : 'rowWarningTexts'} problem={problemOf(cause)} />{' '}
          {group.map(({ column }) => {
            const field = column === null ? null : knownField(column)
            return (
              field && (
                <HelpLink key={field} page="columns" anchor={field}>
                  {t('rows.columnRule')}
                  {group.length > 1 && ` (${t(`fields.${field}`)})`}
                </HelpLink>
              )
            )
          })}
        </p>
      )}
      {isShown &&
        group
          .filter(({ products }) => products === 0)
          .map((each) => <StrayRows key={each.column} preview={preview} cause={each} />)}
    </li>
  )
}

/** "12 products · 14 rows"; of several columns the rows of each: "Price: 14, Weight: 2". */
function countOf(t: Translate, group: Group): string {
  const [{ products, rows }] = group
  if (group.length > 1)
    return group.map((each) => `${fieldName(t, each.column ?? '')}: ${each.rows}`).join(', ')
  const counted = products > 0 ? `${t('rows.products', { count: products })} · ` : ''
  return `${counted}${t('rows.rows', { count: rows })}`
}

/** Rows that belong to no product, which the list of products therefore does not have. */
function StrayRows({ preview, cause }: { preview: Preview; cause: Cause }) {
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(errorRowsQuery(preview))
  const rows = useMemo(
    () => data?.pages.flatMap((page) => page.rows).filter((row) => hasCause(row, cause)) ?? [],
    [data, cause],
  )
  const wantsMore =
    rows.length < Math.min(maxStrays, cause.rows) && hasNextPage && !isFetching && error === null
  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])
  return rows
    .slice(0, maxStrays)
    .map((row) => <SingleRow key={row.row} row={row} view={viewProduct([row])} />)
}

function hasCause({ errors }: DraftRow, cause: Cause): boolean {
  return errors.some(
    ({ code, column, parameters }) =>
      code === cause.code && column === cause.column && (parameters?.['case'] ?? null) === cause.case,
  )
}

/** Parameters that are usually the same in each of a cause's rows. */
const shared = new Set(['case', 'limit', 'least', 'example'])

/** Without parameters that only the example has, such as its other rows. */
function problemOf({ code, case: name, example }: Cause): Problem {
  const { message = '', parameters = {} } = example ?? {}
  const isShared = Object.keys(parameters).every((key) => shared.has(key))
  return { code, message, ...(isShared ? { parameters } : name !== null && { parameters: { case: name } }) }
}
