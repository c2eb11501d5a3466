import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { Notice } from '../../components/notice.tsx'
import { Screen } from '../../components/screen.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { installation } from '../../installation.ts'
import { useProductName } from '../../layout/brand.tsx'
import { Logo } from '../../layout/logo.tsx'
import { Preferences } from '../../layout/preferences.tsx'
import type { Offered, Session, SignedOutBecause } from '../../session/other-tabs.ts'
import { expectToken, signIn } from '../../session/session.ts'
import { platformSignIn } from './platform-sign-in.ts'
import { TokenForm } from './token-form.tsx'
import styles from './sign-in-screen.module.css'

export function SignInScreen({ session }: { session: Exclude<Session, { state: 'signed-in' }> }) {
  const name = useProductName()
  return (
    <div className={styles.page}>
      <header className={classNames('line gap-3', styles.bar)}>
        <Logo />
        <span className={styles.product}>{name}</span>
        <Preferences />
      </header>
      <main className={styles.main}>
        <div className={classNames('card', styles.card)}>
          {session.state === 'offered' ? <Offer {...session} /> : <SignIn why={session.why} />}
        </div>
      </main>
    </div>
  )
}

function Offer({ token, claims }: Offered) {
  const { t } = useI18n()
  return (
    <Screen title={t('signIn.offer', { storefront: claims.storefrontId })} lead={t('signIn.offerIntro')}>
      <div className="stack gap-2">
        {/* The tab still stores its own session. */}
        <Button kind="primary" onPress={() => location.reload()}>
          {t('common.cancel')}
        </Button>
        <Button onPress={() => signIn(token)}>{t('signIn.submit')}</Button>
      </div>
    </Screen>
  )
}

function SignIn({ why }: { why: SignedOutBecause }) {
  const { t } = useI18n()
  const { login_url: platform } = installation()
  return (
    <Screen title={t('signIn.title')} lead={t('signIn.intro')}>
      <Reason why={why} />
      {platform !== null && (
        <div className="stack gap-2">
          <Button kind="primary" onPress={() => goToPlatform(platform)}>
            {t('signIn.withPlatform')}
          </Button>
          <p className="note">{t('signIn.withPlatformHint')}</p>
        </div>
      )}
      <TokenForm isSecond={platform !== null} />
    </Screen>
  )
}

function Reason({ why }: { why: SignedOutBecause }) {
  const { t } = useI18n()
  if (why === 'left') return <Notice tone="good" live="polite" title={t('signIn.left')} />
  if (why === 'ended') return <Notice tone="info" live="polite" title={t('signIn.ended')} />
  if (why === 'refused') return <Notice tone="bad" live="assertive" title={t('signIn.refused')} />
  return null
}

function goToPlatform(url: string): void {
  expectToken()
  location.assign(platformSignIn(url, location.href))
}
