import { DialogTrigger } from 'react-aria-components'
import { Button } from '../../components/button.tsx'
import { Question } from '../../components/question.tsx'
import { useI18n } from '../../i18n/i18n.tsx'

interface CancelButtonProps {
  isUndo: boolean
  onCancel: () => void
  isPending: boolean
  isDisabled: boolean
}

/** Discards the preview, after confirmation. */
export function CancelButton({ isUndo, onCancel, isPending, isDisabled }: CancelButtonProps) {
  const { t } = useI18n()
  return (
    <DialogTrigger>
      <Button isPending={isPending} isDisabled={isDisabled}>
        {t('review.cancel')}
      </Button>
      <Question
        title={t('review.cancelTitle')}
        no={t('review.keep')}
        yes={t('review.cancel')}
        onYes={onCancel}
      >
        {t(isUndo ? 'review.cancelUndoText' : 'review.cancelText')}
      </Question>
    </DialogTrigger>
  )
}
