import { Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from '../../components/button.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import styles from './cancel-button.module.css'

interface CancelButtonProps {
  isUndo: boolean
  onCancel: () => void
  isPending: boolean
  isDisabled: boolean
}

/** Discards the preview, once that is meant. */
export function CancelButton({ isUndo, onCancel, isPending, isDisabled }: CancelButtonProps) {
  const { t } = useI18n()
  return (
    <DialogTrigger>
      <Button isPending={isPending} isDisabled={isDisabled}>
        {t('review.cancel')}
      </Button>
      <ModalOverlay className={styles.overlay ?? ''} isDismissable>
        <Modal className={styles.modal ?? ''}>
          <Dialog role="alertdialog" className={styles.dialog ?? ''}>
            {({ close }) => (
              <>
                <Heading slot="title" className={styles.title ?? ''}>
                  {t('review.cancelTitle')}
                </Heading>
                <p>{t(isUndo ? 'review.cancelUndoText' : 'review.cancelText')}</p>
                <div className={styles.buttons}>
                  <Button onPress={close}>{t('review.keep')}</Button>
                  <Button
                    kind="danger"
                    onPress={() => {
                      close()
                      onCancel()
                    }}
                  >
                    {t('review.cancel')}
                  </Button>
                </div>
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  )
}
