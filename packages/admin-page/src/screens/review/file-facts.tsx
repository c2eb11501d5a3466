import type { Draft } from '@catalog/contracts'
import { Suspense, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Facts } from '../../components/facts.tsx'
import type { Fact } from '../../components/facts.tsx'
import { lazyPart } from '../../components/lazy-part.ts'
import { Panel } from '../../components/panel.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { useMay } from '../../session/session.ts'
import { dialectName } from '../../messages/dialect-name.ts'
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
    [t('common.fileName'), file !== null && <bdi className={styles.name}>{file}</bdi>],
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
  const choose = (
    <Button kind="quiet" onPress={change}>
      {t('review.chooseColumns')}
    </Button>
  )
  return (
    <Panel title={t('review.fileTitle')} aside={mayPropose && !draft.mapping?.identity && choose}>
      <Facts facts={facts} className={styles.facts} />
      {draft.mapping && (
        <Suspense fallback={<Skeleton />}>
          <UsedMapping draft={draft} mapping={draft.mapping} />
        </Suspense>
      )}
      <UnknownColumns draft={draft} />
      <DraftWarnings draft={draft} />
    </Panel>
  )
}

function UnknownColumns({ draft }: { draft: Draft }) {
  const { t } = useI18n()
  const mayPropose = useMay('catalog:propose')
  const [wasOpened, setOpened] = useState(false)
  const { unknown_columns: unknown, unknown_columns_count: count } = draft
  if (count === 0) return <p className={styles.quiet}>{t('review.noIgnored')}</p>
  const columns = misspelledFirst(unknown)
  const list = <ColumnNames columns={columns} rest={count - columns.length} />
  const held = heldFile()
  const file = held?.draftId === draft.draft_id ? held.file : null
  const isKeepable = mayPropose && draft.dialect !== 'mapped' && file !== null
  return (
    <details
      className={styles.ignored}
      onToggle={({ currentTarget }) => setOpened((was) => was || currentTarget.open)}
    >
      <summary>{t('review.ignored', { count })}</summary>
      <p>{t(draft.dialect === 'mapped' ? 'review.leftOutText' : 'review.ignoredText')}</p>
      {isKeepable && wasOpened ? (
        <Suspense fallback={list}>
          <KeepColumns draft={draft} file={file} columns={columns} />
        </Suspense>
      ) : (
        list
      )}
    </details>
  )
}

function ColumnNames({ columns, rest }: { columns: Draft['unknown_columns']; rest: number }) {
  const { t } = useI18n()
  return (
    <ul className={styles.columns}>
      {columns.map(({ name, nearest }) => (
        <li key={name}>
          <code className={styles.column}>{name}</code>
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
