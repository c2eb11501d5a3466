import { useCallback, useEffect, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Screen } from '../../components/screen.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { findCause } from './find-cause.ts'
import { reloadOnce } from './reload-once.ts'

/** Shown if a part of the page could not be loaded: reloads after a new release, or waits for the connection. */
export function PartMissingScreen() {
  const { t } = useI18n()
  const [isRenewed, setRenewed] = useState(false)
  const [isLooking, setLooking] = useState(true)

  const retry = useCallback(async () => {
    setLooking(true)
    // Do not reload a page that cannot be loaded: the browser would show its own error, without a way back.
    if ((await findCause()) === 'lost') setLooking(false)
    else location.reload()
  }, [])

  useEffect(() => {
    let isHere = true
    const look = async () => {
      const cause = await findCause()
      if (!isHere || (cause === 'renewed' && reloadOnce())) return
      setRenewed(cause === 'renewed')
      setLooking(false)
    }
    void look()
    const isBack = () => void retry()
    window.addEventListener('online', isBack)
    return () => {
      isHere = false
      window.removeEventListener('online', isBack)
    }
  }, [retry])

  return (
    <Screen title={t(isRenewed ? 'common.renewedTitle' : 'common.lostTitle')}>
      <EmptyState
        icon={isRenewed ? 'info' : 'warning'}
        title={t(isRenewed ? 'common.renewedText' : 'common.lostText')}
      >
        <p>{t('common.nothingLost')}</p>
        <Button kind="primary" icon="retry" isPending={isLooking} onPress={() => void retry()}>
          {t(isRenewed ? 'common.reload' : 'common.tryAgain')}
        </Button>
      </EmptyState>
    </Screen>
  )
}
