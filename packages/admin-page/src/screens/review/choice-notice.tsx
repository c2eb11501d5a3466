import type { Choice, Draft } from '@catalog/contracts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { fieldName } from '../../messages/known-codes.ts'
import type { Decision } from './use-decision.ts'

const everything: Choice = { products: 'all', without_handles: [], without_fields: [] }

interface ChoiceNoticeProps {
  draft: Draft
  revise: Decision['revise']
  isDisabled: boolean
}

/** What is left out by choice, and the way back; nothing if all of the file is imported. */
export function ChoiceNotice({ draft, revise, isDisabled }: ChoiceNoticeProps) {
  const { t, language } = useI18n()
  const { products, without_handles: handles, without_fields: fields } = draft.choice
  const leftOut = draft.preview.products?.left_out ?? 0
  const [title, ...others] = [
    ...(products === 'all' ? [] : [t(`choice.${products}`)]),
    ...(leftOut + handles.length > 0 ? [t('choice.leftOut', { count: leftOut })] : []),
    ...(fields.length > 0
      ? [
          t('choice.keeps', {
            fields: new Intl.ListFormat(language).format(fields.map((field) => fieldName(t, field))),
          }),
        ]
      : []),
  ]
  if (title === undefined) return null
  return (
    <Notice
      tone="info"
      live="polite"
      title={title}
      actions={
        <Button
          isDisabled={isDisabled}
          isPending={revise.isPending}
          onPress={() => revise.mutate(() => everything)}
        >
          {t('choice.everything')}
        </Button>
      }
    >
      {others.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  )
}
