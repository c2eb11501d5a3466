import { useEffect, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { Screen } from '../../components/screen.tsx'
import { fetchLoginUrl } from '../../api/login-url.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Logo } from '../../layout/logo.tsx'
import { Preferences } from '../../layout/preferences.tsx'
import type { SignedOutBecause } from '../../session/other-tabs.ts'
import { platformSignIn } from './platform-sign-in.ts'
import { TokenForm } from './token-form.tsx'
import styles from './sign-in-screen.module.css'

export function SignInScreen({ why }: { why: SignedOutBecause }) {
  const { t } = useI18n()
  const platform = usePlatform()
  return (
    <div className={styles.page}>
      <header className={styles.bar}>
        <Logo />
        <span className={styles.product}>{t('common.product')}</span>
        <Preferences />
      </header>
      <main className={styles.main}>
        <div className={styles.card}>
          <Screen title={t('signIn.title')} lead={t('signIn.intro')}>
            <Reason why={why} />
            {platform.url !== null && (
              <div className={styles.platform}>
                <Button kind="primary" onPress={() => goToPlatform(platform.url)}>
                  {t('signIn.withPlatform')}
                </Button>
                <p className={styles.hint}>{t('signIn.withPlatformHint')}</p>
              </div>
            )}
            {platform.isUnknown && <p className={styles.hint}>{t('signIn.noConfig')}</p>}
            <TokenForm isSecond={platform.url !== null} />
          </Screen>
        </div>
      </main>
    </div>
  )
}

function Reason({ why }: { why: SignedOutBecause }) {
  const { t } = useI18n()
  if (why === 'left') return <Notice tone="good" live="polite" title={t('signIn.left')} />
  if (why === 'ended') return <Notice tone="info" live="polite" title={t('signIn.ended')} />
  if (why === 'refused') return <Notice tone="bad" live="assertive" title={t('signIn.refused')} />
  return null
}

function goToPlatform(url: string | null): void {
  if (url !== null) location.assign(platformSignIn(url, location.href))
}

interface Platform {
  url: string | null
  /** The gateway could not be reached. */
  isUnknown: boolean
}

function usePlatform(): Platform {
  const [platform, setPlatform] = useState<Platform>({ url: null, isUnknown: false })
  useEffect(() => {
    const leaving = new AbortController()
    fetchLoginUrl(leaving.signal).then(
      (url) => setPlatform({ url, isUnknown: false }),
      () => {
        if (!leaving.signal.aborted) setPlatform({ url: null, isUnknown: true })
      },
    )
    return () => leaving.abort()
  }, [])
  return platform
}
