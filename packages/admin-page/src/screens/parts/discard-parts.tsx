import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { DialogTrigger } from 'react-aria-components'
import { Button } from '../../components/button.tsx'
import { Question } from '../../components/question.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { forgetSplit } from '../../parts/parts-store.ts'
import type { Split } from '../../parts/split.ts'

/** Discards the remaining parts, after confirmation. */
export function DiscardParts({ split }: { split: Split }) {
  const { t } = useI18n()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const discard = useMutation({
    mutationFn: () => forgetSplit(split.storefrontId),
    onSuccess: async () => {
      await navigate({ to: '/' })
      await queryClient.invalidateQueries({ queryKey: ['parts'] })
    },
  })
  return (
    <DialogTrigger>
      <Button isPending={discard.isPending}>{t('parts.discard')}</Button>
      <Question
        title={t('parts.discardTitle')}
        no={t('parts.keep')}
        yes={t('parts.discard')}
        onYes={() => discard.mutate()}
      >
        {t('parts.discardText')}
      </Question>
    </DialogTrigger>
  )
}
