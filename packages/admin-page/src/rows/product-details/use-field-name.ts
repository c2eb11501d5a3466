import { useI18n } from '../../i18n/i18n.tsx'
import { knownField } from '../../messages/known-codes.ts'

/** The name in `ColumnName` as a text. */
export function useFieldName(): (column: string) => string {
  const { t } = useI18n()
  return (column) => {
    const field = knownField(column)
    return field === null ? column : t(`fields.${field}`)
  }
}
