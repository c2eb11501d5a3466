import styles from './skip-link.module.css'

/** Seen while it has the focus: moves it past what stands between. */
export function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      className={styles.skip}
      href={`#${to}`}
      onClick={(event) => {
        // The address stays as it is.
        event.preventDefault()
        document.getElementById(to)?.focus()
      }}
    >
      {children}
    </a>
  )
}
