import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { classNames } from '../../components/class-names.ts'
import { pagePath } from '../../installation.ts'
import styles from './help-text.module.css'

/** The help's HTML. */
export function HelpText({ html }: { html: string }) {
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
    <div
      className={classNames('stack gap-4', styles.text)}
      ref={text}
      dangerouslySetInnerHTML={{ __html: linked }}
    />
  )
}
