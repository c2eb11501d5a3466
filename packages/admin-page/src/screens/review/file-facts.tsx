import type { Draft } from '@catalog/contracts'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { Facts } from '../../components/facts.tsx'
import type { Fact } from '../../components/facts.tsx'
import { lazyPart } from '../../components/lazy-part.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { useMay } from '../../session/session.ts'
import { dialectName } from '../../messages/dialect-name.ts'
import { knownCode } from '../../messages/known-codes.ts'
import { heldFile } from '../start/held-file.ts'
import { DraftWarnings } from './draft-warnings.tsx'
import encodingNames from './encoding-names.json' with { type: 'json' }
import styles from './file-facts.module.css'
import { useMappingChange } from './use-mapping-change.ts'

const KeepColumns = lazyPart(() => import('./keep-columns.tsx'), 'KeepColumns')
const UsedMapping = lazyPart(() => import('./used-mapping.tsx'), 'UsedMapping')

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' } as const

/** How the file was read: format, counts, delimiter, encoding, ignored columns. */
export function FileFacts({ draft }: { draft: Draft }) {
  const { t, format } = useI18n()
  const mayPropose = useMay('catalog:propose')
  const change = useMappingChange(draft)
  const { file_name: file } = draft
  const facts: Fact[] = [
    [t('common.fileName'), file !== null && <bdi className="medium anywhere">{file}</bdi>],
    [t('review.format'), dialectName(t, draft.dialect)],
    [t('review.rowsRead'), format.number(draft.row_count)],
    [t('review.productsRead'), format.number(draft.product_count)],
  ]
  if (draft.delimiter === null || draft.encoding === 'xlsx') {
    facts.push([t('review.fileKind'), t('review.workbook')])
  } else {
    facts.push([t('review.delimiter'), t(`review.${delimiterNames[draft.delimiter]}`)])
    facts.push([t('review.encoding'), encodingNames[draft.encoding]])
  }
  const summary = [
    file === null ? t('review.fileTitle') : <bdi className="medium anywhere">{file}</bdi>,
    dialectName(t, draft.dialect),
    t('rows.rows', { count: draft.row_count }),
  ]
  return (
    <FoldedFacts draft={draft} summary={summary} ignored={draft.unknown_columns_count}>
      <Facts facts={facts} className={classNames('wrap', styles.facts)} />
      {draft.mapping && (
        <Suspense fallback={<Skeleton />}>
          <UsedMapping draft={draft} mapping={draft.mapping} />
        </Suspense>
      )}
      {mayPropose && !draft.mapping?.identity && (
        <p>
          <Button onPress={change}>{t('review.chooseColumns')}</Button>
        </p>
      )}
      <UnknownColumns draft={draft} />
    </FoldedFacts>
  )
}

interface FoldedFactsProps {
  draft: Draft
  summary: readonly ReactNode[]
  /** The number of columns that are not imported. */
  ignored?: number
  children: ReactNode
}

/** One line, with what deserves attention by its name; the rest once it is opened. */
export function FoldedFacts({ draft, summary, ignored = 0, children }: FoldedFactsProps) {
  const { t } = useI18n()
  const [wasOpened, setOpened] = useState(false)
  const notes = [
    ...(ignored > 0 ? [t('review.ignored', { count: ignored })] : []),
    ...draft.warnings.map(({ code }) => t(`fileWarnings.${knownCode('fileWarnings', code)}`)),
  ]
  return (
    <details
      className={styles.file}
      onToggle={({ currentTarget }) => setOpened((was) => was || currentTarget.open)}
    >
      <summary className={styles.line}>
        {summary.map((part, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a line has no other order
          <span key={index}>{part}</span>
        ))}
        {[...new Set(notes)].map((note) => (
          <Badge key={note} tone="warn" icon="warning" text={note} />
        ))}
      </summary>
      {wasOpened && (
        <div className={classNames('stack gap-4', styles.body)}>
          {children}
          <DraftWarnings draft={draft} />
        </div>
      )}
    </details>
  )
}

function UnknownColumns({ draft }: { draft: Draft }) {
  const { t } = useI18n()
  const mayPropose = useMay('catalog:propose')
  const { unknown_columns: unknown, unknown_columns_count: count } = draft
  if (count === 0) return <p className={styles.quiet}>{t('review.noIgnored')}</p>
  const columns = misspelledFirst(unknown)
  const list = <ColumnNames columns={columns} rest={count - columns.length} />
  const held = heldFile()
  const file = held?.draftId === draft.draft_id ? held.file : null
  const isKeepable = mayPropose && draft.dialect !== 'mapped' && file !== null
  return (
    <div>
      <p className={styles.quiet}>
        {t(draft.dialect === 'mapped' ? 'review.leftOutText' : 'review.ignoredText')}
      </p>
      {isKeepable ? (
        <Suspense fallback={list}>
          <KeepColumns draft={draft} file={file} columns={columns} />
        </Suspense>
      ) : (
        list
      )}
    </div>
  )
}

function ColumnNames({ columns, rest }: { columns: Draft['unknown_columns']; rest: number }) {
  const { t } = useI18n()
  return (
    <ul className={classNames('wrap gap-2-4', styles.columns)}>
      {columns.map(({ name, nearest }) => (
        <li key={name}>
          <code className={classNames('ink anywhere', styles.column)}>{name}</code>
          {nearest !== null && <span>{t('review.nearest', { name: nearest })}</span>}
        </li>
      ))}
      {rest > 0 && <li>{t('review.moreIgnored', { count: rest })}</li>}
    </ul>
  )
}

/** Probably misspelt columns first: people can correct those. */
function misspelledFirst(columns: Draft['unknown_columns']): Draft['unknown_columns'] {
  return columns.toSorted((one, other) => Number(one.nearest === null) - Number(other.nearest === null))
}
