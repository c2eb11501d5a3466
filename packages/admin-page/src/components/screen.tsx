import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useProductName } from '../layout/brand.tsx'
import { classNames } from './class-names.ts'
import styles from './screen.module.css'

interface ScreenProps {
  title: string
  /** For the window's title, if it differs. */
  windowTitle?: string
  lead?: ReactNode
  /** Shown at the right of the title. */
  aside?: ReactNode
  children: ReactNode
}

let isFirst = true

/**
 * The content of a page address: sets the window's title, and moves the focus to the heading when the address changes.
 */
export function Screen({ title, windowTitle = title, lead, aside, children }: ScreenProps) {
  const name = useProductName()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${windowTitle} · ${name}`
  }, [windowTitle, name])
  useEffect(() => {
    // On the first load, the browser sets the focus itself.
    if (!isFirst) heading.current?.focus({ preventScroll: true })
    isFirst = false
  }, [])
  return (
    <div className={styles.screen}>
      <div className={classNames('wrap between', styles.head)}>
        <div className="stack gap-1 shrink">
          <h1 className={styles.title} ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </div>
        {aside}
      </div>
      {children}
    </div>
  )
}
