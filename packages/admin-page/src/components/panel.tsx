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
    <section
      className={classNames('shrink card', styles.panel)}
      aria-labelledby={id}
      ref={ref}
      tabIndex={ref ? -1 : undefined}
    >
      <div className={classNames('wrap between baseline gap-2-4', styles.head)}>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        {aside}
      </div>
      <div className={classNames('gap-4 grow', styles.body, isFlush && styles.flush)}>{children}</div>
    </section>
  )
}
