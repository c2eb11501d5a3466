import type { ReactNode } from 'react'

/** A section of an open product. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack gap-1 shrink">
      <h3 className="note medium">{title}</h3>
      {children}
    </section>
  )
}
