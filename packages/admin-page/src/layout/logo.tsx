import styles from './logo.module.css'

/** An arrow in, an arrow out. */
export function Logo() {
  return (
    <svg className={styles.logo} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" />
      <path d="M10.500 22V10m0 0L7 13.500M10.500 10l3.500 3.500M21.500 10v12m0 0L18 18.500m3.500 3.500 3.500-3.500" />
    </svg>
  )
}
