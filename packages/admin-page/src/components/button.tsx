import { Link } from '@tanstack/react-router'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { ButtonProps as AriaButtonProps } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon.tsx'
import styles from './button.module.css'

interface Looks {
  /** `primary`: the main action of a screen. */
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger'
  icon?: IconName
  children: ReactNode
}

export type ButtonProps = Looks & Omit<AriaButtonProps, 'children' | 'className' | 'style'>

/** A button. While `isPending`, it keeps its size and focus, and cannot be pressed. */
export function Button({ kind = 'secondary', icon, children, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={classNames('gap-2 medium', styles.button, styles[kind])}>
      {icon !== undefined && <Icon name={icon} />}
      <span>{children}</span>
    </AriaButton>
  )
}

/** A link that looks like a button, because it is the next step. */
export function ButtonLink({
  kind = 'secondary',
  icon,
  children,
  ...rest
}: Looks & Omit<LinkProps, 'children'>) {
  return (
    <Link {...rest} className={classNames('gap-2 medium', styles.button, styles[kind])}>
      {icon !== undefined && <Icon name={icon} />}
      <span>{children}</span>
    </Link>
  )
}
