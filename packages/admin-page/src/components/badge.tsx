import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'
import styles from './badge.module.css'

interface BadgeProps {
  tone: 'good' | 'info' | 'warn' | 'bad' | 'plain'
  icon?: IconName
  text: string
}

/** A state in a word or two; the icon expresses it without colour. */
export function Badge({ tone, icon, text }: BadgeProps) {
  return (
    <span className={classNames('small medium nowrap', styles.badge, styles[tone])}>
      {icon !== undefined && <Icon name={icon} />}
      {text}
    </span>
  )
}
