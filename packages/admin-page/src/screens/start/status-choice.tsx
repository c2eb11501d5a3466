import type { Summary } from '@catalog/contracts'
import { useId } from 'react'
import { classNames } from '../../components/class-names.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import styles from './status-choice.module.css'
import { countOf, statusFilters } from './export-parts.ts'
import type { StatusFilter } from './export-parts.ts'

interface StatusChoiceProps {
  /** Undefined until it is loaded. */
  summary: Summary | undefined
  value: StatusFilter
  onChange: (value: StatusFilter) => void
  isDisabled: boolean
}

/** Chooses which products to download, with the number of each. */
export function StatusChoice({ summary, value, onChange, isDisabled }: StatusChoiceProps) {
  const { t, format } = useI18n()
  const name = useId()
  const labels = {
    all: t('start.statusAll'),
    active: t('start.statusActive'),
    draft: t('start.statusDraft'),
    archived: t('start.statusArchived'),
  }
  return (
    <fieldset className={classNames('stack shrink', styles.choice)} disabled={isDisabled}>
      <legend className={classNames('note', styles.legend)}>{t('start.exportStatus')}</legend>
      {statusFilters.map((filter) => (
        <label key={filter} className={classNames('line gap-2', styles.option)}>
          <input
            type="radio"
            name={name}
            value={filter}
            checked={filter === value}
            onChange={() => onChange(filter)}
          />
          <span>{labels[filter]}</span>
          <span className={classNames('quiet figures', styles.count)}>
            {summary ? format.number(countOf(summary, filter)) : '–'}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
