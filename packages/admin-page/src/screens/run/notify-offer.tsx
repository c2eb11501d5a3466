import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import styles from './images-panel.module.css'

/** While images are fetched: offers a notification once they are done. */
export function NotifyOffer() {
  const { t } = useI18n()
  const [before] = useState(permission)
  const [now, setNow] = useState(before)
  // Permission is requested only on a press; a browser that has an answer does not ask again.
  const ask = async () => setNow(await Notification.requestPermission())
  if (before !== 'default') return null
  return (
    <div className={classNames('row gap-2-4', styles.offer)}>
      {now === 'default' && <Button onPress={() => void ask()}>{t('run.notify')}</Button>}
      <p role="status" className={classNames('note', styles.hint)}>
        {now === 'granted' && t('run.notifyGranted')}
        {now === 'denied' && t('run.notifyDenied')}
      </p>
    </div>
  )
}

function permission(): NotificationPermission {
  return 'Notification' in window ? Notification.permission : 'denied'
}
