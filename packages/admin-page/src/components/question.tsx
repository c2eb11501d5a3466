import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from './button.tsx'
import styles from './question.module.css'

interface QuestionProps {
  title: string
  no: string
  yes: string
  onYes: () => void
  /** Without, it is opened by the button that stands before it in a `DialogTrigger`. */
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  children: ReactNode
}

/** Asks before something is lost. */
export function Question({ title, no, yes, onYes, children, ...overlay }: QuestionProps) {
  return (
    <ModalOverlay {...overlay} className={styles.overlay ?? ''} isDismissable>
      <Modal className={styles.modal ?? ''}>
        <Dialog role="alertdialog" className={styles.dialog ?? ''}>
          {({ close }) => (
            <>
              <Heading slot="title" className={styles.title ?? ''}>
                {title}
              </Heading>
              <p>{children}</p>
              <div className={styles.buttons}>
                <Button onPress={close}>{no}</Button>
                <Button
                  kind="danger"
                  onPress={() => {
                    onYes()
                    close()
                  }}
                >
                  {yes}
                </Button>
              </div>
            </>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
