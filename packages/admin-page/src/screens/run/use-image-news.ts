import type { Run } from '@catalog/contracts'
import { useEffect, useRef, useState } from 'react'
import { missingImages } from '../../components/run-status.tsx'
import { useI18n } from '../../i18n/i18n.tsx'

/**
 * The window's title for a run: the progress of its images and, for people who have been waiting, that they are done.
 * If the browser allows it, also sends a notification.
 */
export function useImageNews(run: Run | undefined, title: string): string {
  const { t, format } = useI18n()
  const isFetching = run?.status === 'fetching_images'
  const [isAwaited, setAwaited] = useState(false)
  if (isFetching && !isAwaited) setAwaited(true)
  const isDone = run !== undefined && !isFetching && isAwaited
  const missing = run === undefined ? 0 : missingImages(run)
  const news = missing === 0 ? t('run.newsDone') : t('run.newsMissing', { count: missing })

  const notified = useRef(false)
  useEffect(() => {
    if (isDone && !notified.current) notify(news, title)
    notified.current = isDone
  }, [isDone, news, title])

  if (run !== undefined && isFetching) return `${format.percent(run.image_progress.percent)} – ${title}`
  return isDone ? `${missing === 0 ? '✓' : '⚠'} ${news} – ${title}` : title
}

function notify(news: string, title: string): void {
  if (!('Notification' in window) || Notification.permission !== 'granted' || document.hasFocus()) return
  try {
    const notification = new Notification(news, { body: title, tag: location.pathname })
    notification.addEventListener('click', () => window.focus())
  } catch {
    // On phones, only a service worker may send notifications; the title changes there as well.
  }
}
