import { useI18n } from '../i18n/i18n.tsx'
import { knownField } from '../messages/known-codes.ts'

/** A column's display name, with its canonical name if that is more precise. */
export function ColumnName({ name }: { name: string }) {
  const { t } = useI18n()
  const field = knownField(name)
  return field === null ? (
    <code className="anywhere">{name}</code>
  ) : (
    <span className="anywhere" title={name}>
      {t(`fields.${field}`)}
    </span>
  )
}
