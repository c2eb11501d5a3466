import type { FileColumn } from '@catalog/contracts'
import { useMemo, useState } from 'react'
import { classNames } from '../../components/class-names.ts'
import { Panel } from '../../components/panel.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import type { Choices, Moved, Step } from './choices.ts'
import { ColumnChoice } from './column-choice.tsx'
import { fieldGroups, groupFields, ownFields, ownKey } from './fields.ts'
import { missingPartners } from './missing.ts'
import styles from './column-list.module.css'

interface ColumnListProps {
  fileName: string
  columns: readonly FileColumn[]
  choices: Choices
  onStep: (step: Step) => void
  moved: Moved | null
  errors: ReadonlyMap<string, string>
}

/** With at least this many columns, there is a filter for those that are left out. */
const filteredFrom = 9

/** Each column of the file next to its field. */
export function ColumnList(props: ColumnListProps) {
  const { t, messages } = useI18n()
  const { fileName, columns, choices, moved, errors, onStep } = props
  const own = useMemo(() => ownFieldsOf(columns), [columns])
  const groups = useMemo(() => {
    const fields = groupFields(Object.keys(messages.fields))
    return fieldGroups.map((group) => ({ label: t(`mapping.${group}`), fields: fields[group] }))
  }, [t, messages])
  const needs = useMemo(() => missingPartners(new Set(choices.values())), [choices])
  // Fixed when the filter is turned on, so that a column does not vanish as soon as a field is chosen for it.
  const [leftOut, setLeftOut] = useState<ReadonlySet<string> | null>(null)
  const shown = leftOut === null ? columns : columns.filter(({ name }) => leftOut.has(name))
  // Of a thousand lists of fields, only the one in use shows which fields are taken.
  const [used, setUsed] = useState<string | null>(null)
  return (
    <Panel
      title={t('mapping.columns')}
      aside={<bdi className="shrink quiet anywhere">{fileName}</bdi>}
      isFlush
    >
      <div className={classNames('row between note', styles.head)}>
        <p role="status">{t('mapping.used', { used: choices.size, count: columns.length })}</p>
        {columns.length >= filteredFrom && (
          <label className={classNames('line gap-2 ink', styles.filter)}>
            <input
              type="checkbox"
              checked={leftOut !== null}
              onChange={({ target }) =>
                setLeftOut(
                  target.checked
                    ? new Set(columns.flatMap(({ name }) => (choices.has(name) ? [] : [name])))
                    : null,
                )
              }
            />
            {t('mapping.onlyLeftOut')}
          </label>
        )}
      </div>
      <ul className={styles.columns}>
        {shown.map((column) => (
          <ColumnChoice
            key={column.name}
            column={column}
            groups={groups}
            own={own.get(column.name) ?? ''}
            field={choices.get(column.name) ?? null}
            choices={used === column.name ? choices : null}
            moved={moved?.from === column.name ? moved : null}
            need={needs.get(choices.get(column.name) ?? '') ?? null}
            error={errors.get(column.name) ?? null}
            onUsed={setUsed}
            onStep={onStep}
          />
        ))}
      </ul>
      {shown.length === 0 && <p className={styles.none}>{t('mapping.allRead')}</p>}
    </Panel>
  )
}

/** The suggested own fields, and fields named like the columns. */
function ownFieldsOf(columns: readonly FileColumn[]): Map<string, string> {
  const suggested = columns.flatMap(({ name, suggestion }): [string, string][] =>
    suggestion !== null && ownKey(suggestion) !== null ? [[name, suggestion]] : [],
  )
  const others = ownFields(
    columns.map(({ name }) => name),
    suggested.map(([, field]) => field),
  )
  return new Map([...others, ...suggested])
}
