import type { ReactNode } from 'react'

/** Gets the focus when it appears: what had it is gone, or says no more what happened. */
export function Focused({ children }: { children: ReactNode }) {
  return (
    <div tabIndex={-1} ref={focus}>
      {children}
    </div>
  )
}

function focus(element: HTMLElement | null): void {
  element?.focus()
}
