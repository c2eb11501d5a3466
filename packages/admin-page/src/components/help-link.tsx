import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Messages } from '../messages/catalog.ts'

interface HelpLinkProps {
  page: keyof Messages['helpPages']
  /** The anchor of a column, a code or a rule on that page. */
  anchor?: string
  children: ReactNode
}

/** A link to the section of the help. */
export function HelpLink({ page, anchor, children }: HelpLinkProps) {
  return (
    <Link to="/help/$page" params={{ page }} {...(anchor !== undefined && { hash: anchor })}>
      {children}
    </Link>
  )
}
