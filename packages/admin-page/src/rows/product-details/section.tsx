import type { ReactNode } from 'react'
import styles from './section.module.css'

/** A section of an open product. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  )
}
