import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
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
      <Modal className={classNames('card', styles.modal)}>
        <Dialog role="alertdialog" className={classNames('stack gap-3', styles.dialog)}>
          {({ close }) => (
            <>
              <Heading slot="title" className={styles.title ?? ''}>
                {title}
              </Heading>
              <p>{children}</p>
              <div className={classNames('wrap gap-3', styles.buttons)}>
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
