import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import styles from './images-panel.module.css'

/** While images are fetched: a notification once they are done, for those who want it. */
export function NotifyOffer() {
  const { t } = useI18n()
  const [before] = useState(permission)
  const [now, setNow] = useState(before)
  // Asked for on a press alone; a browser that has been told once is not asked again.
  const ask = async () => setNow(await Notification.requestPermission())
  if (before !== 'default') return null
  return (
    <div className={styles.offer}>
      {now === 'default' && <Button onPress={() => void ask()}>{t('run.notify')}</Button>}
      <p role="status" className={styles.hint}>
        {now === 'granted' && t('run.notifyGranted')}
        {now === 'denied' && t('run.notifyDenied')}
      </p>
    </div>
  )
}

function permission(): NotificationPermission {
  return 'Notification' in window ? Notification.permission : 'denied'
}
