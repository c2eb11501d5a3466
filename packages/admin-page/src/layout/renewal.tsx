import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { installation, pagePath } from '../installation.ts'
import { platformSignIn } from '../screens/sign-in/platform-sign-in.ts'
import { useEndsSoon } from '../session/session.ts'

/** Before the session ends, offers to sign in again in another tab; this one goes on with the token that it sends. */
export function Renewal() {
  const { t } = useI18n()
  const { login_url: platform } = installation()
  const isTime = useEndsSoon()
  if (!isTime || platform === null) return null
  const signIn = () => void open(platformSignIn(platform, location.origin + pagePath), '_blank', 'noopener')
  return (
    <Notice
      tone="warn"
      live="polite"
      title={t('signIn.endsSoon')}
      actions={<Button onPress={signIn}>{t('signIn.withPlatform')}</Button>}
    >
      <p>{t('signIn.endsSoonHint')}</p>
    </Notice>
  )
}
