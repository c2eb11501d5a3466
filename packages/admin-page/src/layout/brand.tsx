import { Link } from '@tanstack/react-router'
import { classNames } from '../components/class-names.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { installation } from '../installation.ts'
import { Logo } from './logo.tsx'
import styles from './shell.module.css'

/** The product's name, or the platform's; it leads to the platform's own start page, if there is one. */
export function Brand() {
  const name = useProductName()
  const { home_url: home } = installation()
  const content = (
    <>
      <Logo />
      <span className={styles.product}>{name}</span>
    </>
  )
  return home === null ? (
    <Link to="/" className={classNames('line gap-3 ink', styles.brand)} aria-label={name}>
      {content}
    </Link>
  ) : (
    // Of the whole window, if this page is in a frame.
    <a href={home} target="_top" className={classNames('line gap-3 ink', styles.brand)} aria-label={name}>
      {content}
    </a>
  )
}

export function useProductName(): string {
  const { t } = useI18n()
  return installation().title ?? t('common.product')
}
