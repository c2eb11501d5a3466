import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'
import styles from './empty-state.module.css'

/** Shown instead of an empty list: what will appear there, and how. */
export function EmptyState({
  icon,
  title,
  children,
}: {
  icon: IconName
  title: string
  children: ReactNode
}) {
  return (
    <div className={classNames('stack gap-2 quiet', styles.empty)}>
      <span className={styles.icon}>
        <Icon name={icon} size="large" />
      </span>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
  )
}
