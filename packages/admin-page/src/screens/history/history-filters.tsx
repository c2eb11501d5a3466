import type { Person } from '@catalog/contracts'
import type { RunFilters } from '../../api/queries.ts'
import { classNames } from '../../components/class-names.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { statuses } from './history-search.ts'
import styles from './history-screen.module.css'

interface HistoryFiltersProps {
  filters: RunFilters
  /** Who applied any of the runs that are loaded. */
  people: readonly Person[]
  onChange: (name: keyof RunFilters, value: string) => void
}

/** Narrows the history by status, person and days. */
export function HistoryFilters({ filters, people, onChange }: HistoryFiltersProps) {
  const { t } = useI18n()
  const { person = '', status = '' } = filters
  const known = new Map(people.map(({ sub, name }) => [sub, name ?? sub]))
  if (person !== '' && !known.has(person)) known.set(person, person)
  const texts = { completed: 'run.statusCompleted', fetching_images: 'run.statusFetching' } as const
  const choices = [
    { name: 'status', value: status, options: statuses.map((one) => [one, t(texts[one])] as const) },
    { name: 'person', value: person, options: [...known] },
  ] as const
  return (
    <search className={classNames('wrap gap-2-4', styles.filters)}>
      {choices.map(({ name, value, options }) => (
        <label key={name}>
          {t(`history.${name}`)}
          <select value={value} onChange={({ target }) => onChange(name, target.value)}>
            <option value="">{t('history.any')}</option>
            {options.map(([id, text]) => (
              <option key={id} value={id}>
                {text}
              </option>
            ))}
          </select>
        </label>
      ))}
      {(['since', 'until'] as const).map((name) => (
        <label key={name}>
          {t(`history.${name}`)}
          <input
            type="date"
            value={filters[name] ?? ''}
            onChange={({ target }) => onChange(name, target.value)}
          />
        </label>
      ))}
    </search>
  )
}
