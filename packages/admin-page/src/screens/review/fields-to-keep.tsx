import { columnsOfGroup } from '@catalog/catalog/change-groups'
import type { Draft } from '@catalog/contracts'
import { useState } from 'react'
import { KeptFields } from '../../components/kept-fields.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { fieldName } from '../../messages/known-codes.ts'
import type { Decision } from './use-decision.ts'

interface FieldsToKeepProps {
  draft: Draft
  revise: Decision['revise']
  isDisabled: boolean
}

/** Keeps fields of products that exist: those that the draft changes, or keeps already; nothing if there is none. */
export function FieldsToKeep({ draft, revise, isDisabled }: FieldsToKeepProps) {
  const { t } = useI18n()
  const kept = draft.choice.without_fields
  // The chosen ones at once, however long the preview takes.
  const [waited, setWaited] = useState(kept)
  const changed = (draft.preview.changes ?? []).flatMap(({ group }) => columnsOfGroup(group))
  const fields = [...new Set([...changed, ...kept])].filter((field) => field !== 'handle')
  if (fields.length === 0) return null
  return (
    <KeptFields
      fields={fields}
      labelOf={(field) => (field === 'metadata.*' ? t('changes.custom_fields') : fieldName(t, field))}
      kept={revise.isPending ? waited : kept}
      onKeep={(next) => {
        setWaited([...next])
        revise.mutate(() => ({ without_fields: [...next] }))
      }}
      isDisabled={isDisabled}
    />
  )
}
