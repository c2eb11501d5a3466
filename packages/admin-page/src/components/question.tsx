import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from './button.tsx'
import styles from './question.module.css'

interface QuestionProps {
  title: string
  no: string
  yes: string
  onYes: () => void
  /** By default, the button before it in a `DialogTrigger` opens it. */
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  children: ReactNode
}

/** Asks for confirmation before something is lost. */
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
