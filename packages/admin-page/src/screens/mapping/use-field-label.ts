import { useI18n } from '../../i18n/i18n.tsx'
import { fieldName } from '../../messages/known-codes.ts'
import { ownKey } from './fields.ts'

/** Labels of fields in the choice. */
export function useFieldLabel(): (field: string) => string {
  const { t } = useI18n()
  return (field) => {
    const key = ownKey(field)
    return key === null ? fieldName(t, field) : t('mapping.ownField', { key })
  }
}
