import { useI18n } from '../../i18n/i18n.tsx'
import { knownField } from '../../messages/known-codes.ts'
import { ownKey } from './fields.ts'

/** Labels of fields in the choice. */
export function useFieldLabel(): (field: string) => string {
  const { t } = useI18n()
  return (field) => {
    const key = ownKey(field)
    if (key !== null) return t('mapping.ownField', { key })
    const known = knownField(field)
    return known === null ? field : t(`fields.${known}`)
  }
}
