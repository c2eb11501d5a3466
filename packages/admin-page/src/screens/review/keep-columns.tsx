import type { Draft } from '@catalog/contracts'
import { useId, useMemo, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { useI18n, withTexts } from '../../i18n/i18n.tsx'
import { ownFields } from '../mapping/fields.ts'
import { UploadProgress } from '../start/upload-progress.tsx'
import { useUpload } from '../start/use-upload.ts'
import styles from './keep-columns.module.css'

interface KeepColumnsProps {
  draft: Draft
  /** The file of the draft. */
  file: File
  columns: Draft['unknown_columns']
}

/** Offers to store columns that the file's format does not have as the merchant's own fields. */
export const KeepColumns = withTexts('mapping', Columns)

function Columns({ draft, file, columns }: KeepColumnsProps) {
  const { t } = useI18n()
  const id = useId()
  const before = draft.mapping?.columns
  const fields = useMemo(() => fieldsFor(columns, Object.values(before ?? {})), [columns, before])
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const { upload, start, running } = useUpload(() => {})
  if (running) return <UploadProgress {...running} />

  const rest = draft.unknown_columns_count - columns.length
  const proceed = () => {
    const chosen = [...fields].filter(([name]) => kept.has(name))
    start(file, { columns: { ...before, ...Object.fromEntries(chosen) } }, draft.choice)
  }
  return (
    <div className={classNames('stack gap-3', styles.keep)}>
      <p id={id}>{t('mapping.keepText')}</p>
      <ul className={classNames('stack note', styles.columns)} aria-describedby={id}>
        {columns.map(({ name, nearest }) => (
          <li key={name} className={classNames('row gap-words', styles.item)}>
            <label className={classNames('line gap-2 shrink', styles.column)}>
              <input
                type="checkbox"
                disabled={!fields.has(name)}
                checked={kept.has(name)}
                onChange={({ target }) => setKept(withOrWithout(kept, name, target.checked))}
              />
              <code className={classNames('shrink ink anywhere', styles.name)}>{name}</code>
            </label>
            {nearest !== null && <span>{t('review.nearest', { name: nearest })}</span>}
          </li>
        ))}
        {rest > 0 && <li>{t('review.moreIgnored', { count: rest })}</li>}
      </ul>
      {upload.state === 'failed' && <ProblemNotice error={upload.error} />}
      <div>
        <Button isDisabled={kept.size === 0} onPress={proceed}>
          {t('mapping.keepThese', { count: kept.size })}
        </Button>
      </div>
    </div>
  )
}

/** The fields that columns would become; only for columns with a complete name. */
function fieldsFor(
  columns: Draft['unknown_columns'],
  others: readonly string[],
): ReadonlyMap<string, string> {
  const names = columns.map(({ name }) => name).filter((name) => !/^\(column \d+\)$|…$/.test(name))
  return ownFields([...new Set(names)], others)
}

function withOrWithout(names: ReadonlySet<string>, name: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(names)
  if (isIn) next.add(name)
  else next.delete(name)
  return next
}
