import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { pagePath } from '../../installation.ts'
import styles from './help-text.module.css'

/** The help's HTML, in English where the page's language lacks it. */
export function HelpText({ html, lang }: { html: string; lang: string }) {
  const { t, language } = useI18n()
  const router = useRouter()
  const linked = html.replaceAll('href="/admin/', `href="${pagePath}`)
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = text.current
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const isForNewTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
      if (link === null || event.button !== 0 || isForNewTab) return
      event.preventDefault()
      router.history.push(link.pathname + link.hash)
    }
    element?.addEventListener('click', follow)
    return () => element?.removeEventListener('click', follow)
  }, [router])
  return (
    <>
      {lang !== language && <p className={styles.note}>{t('help.inEnglish')}</p>}
      <div className={styles.text} lang={lang} ref={text} dangerouslySetInnerHTML={{ __html: linked }} />
    </>
  )
}
