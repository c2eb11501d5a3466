import { useEffect } from 'react'
import { Icon } from '../../components/icon.tsx'
import { useNow } from '../../components/use-now.ts'
import { VisuallyHidden } from '../../components/visually-hidden.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { classNames } from '../../components/class-names.ts'
import { announcementAt } from './time-left.ts'
import styles from './countdown.module.css'

interface CountdownProps {
  expiresAt: string
  /** Called once the time is over. */
  onEnd: () => void
}

/** The remaining time of the preview; announced ten minutes and one minute before its end. */
export function Countdown({ expiresAt, onEnd }: CountdownProps) {
  const { t, format } = useI18n()
  const leftMs = Date.parse(expiresAt) - useNow(1_000)
  const isOver = leftMs <= 0
  useEffect(() => {
    if (isOver) onEnd()
  }, [isOver, onEnd])
  const announcement = announcementAt(leftMs)
  const time = format.timeLeft(leftMs)
  return (
    <div
      className={classNames(
        'line gap-2 quiet figures',
        styles.countdown,
        announcement !== null && 'warn medium',
      )}
    >
      <Icon name="clock" />
      {/* Not live: it changes all the time. */}
      <span>{t('review.expiresIn', { time })}</span>
      <VisuallyHidden>
        <span role="status">{announcement === null ? '' : t(`review.${announcement}`)}</span>
      </VisuallyHidden>
    </div>
  )
}
