import { useId } from 'react'
import type { ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import styles from './panel.module.css'

interface PanelProps {
  title: string
  /** Shown at the right of the title. */
  aside?: ReactNode
  /** Without padding, for lists and tables that reach its edges. */
  isFlush?: boolean
  /** To move the focus to it. */
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** A section of a screen with its own heading. */
export function Panel({ title, aside, isFlush = false, ref, children }: PanelProps) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id} ref={ref} tabIndex={ref ? -1 : undefined}>
      <div className={styles.head}>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        {aside}
      </div>
      <div className={classNames(styles.body, isFlush && styles.flush)}>{children}</div>
    </section>
  )
}
