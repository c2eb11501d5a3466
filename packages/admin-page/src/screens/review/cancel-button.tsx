import { DialogTrigger } from 'react-aria-components'
import { Button } from '../../components/button.tsx'
import type { ButtonProps } from '../../components/button.tsx'
import { Question } from '../../components/question.tsx'
import { useI18n } from '../../i18n/i18n.tsx'

interface CancelButtonProps extends Omit<ButtonProps, 'children'> {
  isUndo: boolean
  onCancel: () => void
}

/** Discards the preview, after confirmation. */
export function CancelButton({ isUndo, onCancel, ...button }: CancelButtonProps) {
  const { t } = useI18n()
  return (
    <DialogTrigger>
      <Button {...button}>{t('review.cancel')}</Button>
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
