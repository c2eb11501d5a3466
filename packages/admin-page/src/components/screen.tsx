import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useI18n } from '../i18n/i18n.tsx'
import styles from './screen.module.css'

interface ScreenProps {
  title: string
  /** Where the window says more. */
  windowTitle?: string
  lead?: ReactNode
  /** At the right of the title. */
  aside?: ReactNode
  children: ReactNode
}

let isFirst = true

/** What a page address shows: sets the window's title, and moves the focus to the heading when the address changes. */
export function Screen({ title, windowTitle = title, lead, aside, children }: ScreenProps) {
  const { t } = useI18n()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${windowTitle} · ${t('common.product')}`
  }, [windowTitle, t])
  useEffect(() => {
    // The browser itself begins a page that it has just loaded.
    if (!isFirst) heading.current?.focus({ preventScroll: true })
    isFirst = false
  }, [])
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <div className={styles.words}>
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
