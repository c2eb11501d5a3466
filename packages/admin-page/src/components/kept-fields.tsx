import { useState } from 'react'
import { useI18n } from '../i18n/i18n.tsx'
import { classNames } from './class-names.ts'
import styles from './kept-fields.module.css'

interface KeptFieldsProps {
  /** Those that can be kept. */
  fields: readonly string[]
  labelOf: (field: string) => string
  kept: readonly string[]
  onKeep: (kept: readonly string[]) => void
  isDisabled?: boolean
}

/** Chooses fields that products keep that exist; listed once they are asked for. */
export function KeptFields({ fields, labelOf, kept, onKeep, isDisabled = false }: KeptFieldsProps) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.kept} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('choice.keptFields', { count: kept.length })}</summary>
      {isOpen && (
        <ul className={classNames('wrap', styles.fields)}>
          {fields.map((field) => (
            <li key={field}>
              <label>
                <input
                  type="checkbox"
                  disabled={isDisabled}
                  checked={kept.includes(field)}
                  onChange={({ target }) =>
                    onKeep(target.checked ? [...kept, field] : kept.filter((one) => one !== field))
                  }
                />{' '}
                {labelOf(field)}
              </label>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
