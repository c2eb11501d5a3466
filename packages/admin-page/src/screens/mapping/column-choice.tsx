import type { FileColumn } from '@catalog/contracts'
import { memo, useId } from 'react'
import { classNames } from '../../components/class-names.ts'
import { Icon } from '../../components/icon.tsx'
import { VisuallyHidden } from '../../components/visually-hidden.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import type { Choices, Moved, Step } from './choices.ts'
import { fieldLabel, ownKey } from './fields.ts'
import styles from './column-choice.module.css'

interface ColumnChoiceProps {
  column: FileColumn
  groups: readonly { label: string; fields: readonly string[] }[]
  /** The merchant's own field that is offered. */
  own: string
  /** Null: the column is left out. */
  field: string | null
  /** All choices, while this list is in use. */
  choices: Choices | null
  /** The column from which its field was taken. */
  moved: Moved | null
  /** A field that its field requires and no column has. */
  need: string | null
  error: string | null
  onUsed: (column: string | null) => void
  onStep: (step: Step) => void
}

/** A column with its first values, and a choice of fields for it. */
export const ColumnChoice = memo(function ColumnChoice({
  column: { name, samples },
  groups,
  own,
  field,
  choices,
  moved,
  need,
  error,
  onUsed,
  onStep,
}: ColumnChoiceProps) {
  const { t } = useI18n()
  const id = useId()
  const columnOf = new Map([...(choices ?? [])].map(([column, taken]) => [taken, column]))
  const option = (one: string) => {
    const taken = columnOf.get(one) ?? name
    const label = fieldLabel(t, one)
    return (
      <option key={one} value={one}>
        {taken === name ? label : t('mapping.taken', { field: label, column: taken })}
      </option>
    )
  }
  return (
    <li className={classNames(styles.column, field === null && styles.leftOut)}>
      <div className={classNames('stack gap-1 shrink', styles.words)}>
        <label className={classNames('strong anywhere', styles.name)} htmlFor={id}>
          <bdi>{name}</bdi>
        </label>
        <p className="wrap gap-1-2 note" id={`${id}-samples`}>
          {samples.length === 0 && t('mapping.noExamples')}
          {samples.length > 0 && <VisuallyHidden>{t('mapping.examples')}</VisuallyHidden>}
          {samples.map((sample) => (
            <bdi key={sample} className={styles.sample}>
              {sample}
            </bdi>
          ))}
        </p>
      </div>
      <span className={styles.arrow}>
        <Icon name="chevron" />
      </span>
      <div className="stack gap-1 shrink">
        <select
          className={styles.select}
          id={id}
          value={field ?? ''}
          aria-describedby={`${id}-samples ${id}-says`}
          aria-invalid={error !== null}
          onFocus={() => {
            onUsed(name)
            onStep({ what: 'enter' })
          }}
          onBlur={() => onUsed(null)}
          onChange={({ target }) =>
            onStep({ what: 'choose', column: name, field: target.value === '' ? null : target.value })
          }
        >
          <option value="">{t('mapping.leaveOut')}</option>
          {groups.map(({ label, fields }) => (
            <optgroup key={label} label={label}>
              {fields.map(option)}
            </optgroup>
          ))}
          <optgroup label={t('mapping.own')}>
            {option(field !== null && ownKey(field) !== null ? field : own)}
          </optgroup>
        </select>
        <p className={styles.says} id={`${id}-says`}>
          {error !== null && (
            <span className="bad" lang="en">
              {error}
            </span>
          )}
          {need && (
            <span className="warn" role="status">
              {t('mapping.needsPartner', { needs: fieldLabel(t, need) })}
            </span>
          )}
          {moved && (
            <span role="status">
              {t('mapping.moved', { field: fieldLabel(t, moved.field), column: moved.to })}
            </span>
          )}
        </p>
      </div>
    </li>
  )
})
