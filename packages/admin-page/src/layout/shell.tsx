import { Link, Outlet } from '@tanstack/react-router'
import { classNames } from '../components/class-names.ts'
import { SkipLink } from '../components/skip-link.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { useSession } from '../session/session.ts'
import { Brand } from './brand.tsx'
import { Preferences } from './preferences.tsx'
import { Renewal } from './renewal.tsx'
import styles from './shell.module.css'

/** The frame of every screen behind the sign-in. */
export function Shell() {
  const { t } = useI18n()
  const session = useSession()
  return (
    <div className={styles.shell}>
      <SkipLink to="content">{t('common.skip')}</SkipLink>
      <header className={styles.bar}>
        <div className={styles.inner}>
          <Brand />
          <nav className={styles.nav} aria-label={t('common.navigation')}>
            <Link
              to="/"
              activeOptions={{ exact: true }}
              className={classNames('line quiet medium nowrap', styles.place)}
            >
              {t('common.start')}
            </Link>
            <Link to="/runs" className={classNames('line quiet medium nowrap', styles.place)}>
              {t('common.history')}
            </Link>
            <Link to="/help" className={classNames('line quiet medium nowrap', styles.place)}>
              {t('help.title')}
            </Link>
          </nav>
          <div className={classNames('line gap-3 shrink', styles.who)}>
            {session.state === 'signed-in' && (
              <span
                className={classNames('gap-2 shrink note', styles.storefront)}
                title={t('common.storefrontIs', { name: session.claims.storefrontId })}
              >
                <span className={styles.storefrontLabel}>{t('common.storefront')}</span>
                <span className={classNames('ink medium nowrap', styles.storefrontName)}>
                  {session.claims.storefrontId}
                </span>
              </span>
            )}
            <Preferences />
          </div>
        </div>
      </header>
      <main className={styles.main} id="content" tabIndex={-1}>
        <Renewal />
        <Outlet />
      </main>
    </div>
  )
}
