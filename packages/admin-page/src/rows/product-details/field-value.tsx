import type { FieldChange, RowPicture } from '@catalog/contracts'
import { useI18n } from '../../i18n/i18n.tsx'
import { LongText } from '../long-text.tsx'
import { AddressChange } from './address-change.tsx'
import { TextChange } from './text-change.tsx'
import { WasNow } from './was-now.tsx'

/** Longer texts are shown as a difference. */
const shortText = 80

interface FieldValueProps {
  change: FieldChange
  /** The column's label. */
  label: string
  pictures: readonly RowPicture[] | undefined
}

/** The new value of a field; for a stored entity "was → now". */
export function FieldValue({ change, label, pictures }: FieldValueProps) {
  const { t } = useI18n()
  const { field, before } = change
  const after = change.after ?? ''
  if (field === 'image_url' || field === 'variant_image_url') {
    return <AddressChange before={before} after={after} pictures={pictures} />
  }
  if (after.length > shortText || (before?.length ?? 0) > shortText) {
    return <TextChange before={before} after={after} label={label} />
  }
  if (before !== null) return <WasNow before={before} after={after} />
  return after === '' ? <em>{t('rows.empty')}</em> : <LongText text={after} />
}
