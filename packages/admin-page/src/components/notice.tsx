import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'
import styles from './notice.module.css'

type Tone = 'info' | 'good' | 'warn' | 'bad'
const icons: Record<Tone, IconName> = { info: 'info', good: 'check', warn: 'warning', bad: 'warning' }

const roles = { assertive: 'alert', polite: 'status' } as const

interface NoticeProps {
  tone: Tone
  title: ReactNode
  children?: ReactNode
  /** Buttons or links for what to do next. */
  actions?: ReactNode
  /** Read out when it appears: `assertive` at once, `polite` at the next pause. */
  live?: 'assertive' | 'polite'
}

/** A message about what is around it. */
export function Notice({ tone, title, children, actions, live }: NoticeProps) {
  return (
    <div className={classNames(styles.notice, styles[tone])} role={live && roles[live]}>
      <Icon name={icons[tone]} />
      <div className="stack gap-1 shrink ink anywhere">
        <p className="strong">{title}</p>
        {children}
        {actions !== undefined && <div className={classNames('wrap gap-2', styles.actions)}>{actions}</div>}
      </div>
    </div>
  )
}
