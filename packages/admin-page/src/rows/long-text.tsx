import { useState } from 'react'
import { classNames } from '../components/class-names.ts'
import { useI18n } from '../i18n/i18n.tsx'
import styles from './long-text.module.css'

const shownCharacters = 160

/** A text in the direction of its script; if it is long, its beginning and a button for the rest. */
export function LongText({ text }: { text: string }) {
  const { t } = useI18n()
  const [isOpen, setOpen] = useState(false)
  if (text.length <= shownCharacters * 1.25) return <bdi className={styles.text}>{text}</bdi>
  // Do not cut a surrogate pair.
  const start = text.slice(0, shownCharacters).replace(/[\uD800-\uDBFF]$/, '')
  return (
    <span className={styles.text}>
      <bdi>{isOpen ? text : `${start}…`}</bdi>{' '}
      <button
        type="button"
        className={classNames('small medium nowrap', styles.more)}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? 'rows.lessText' : 'rows.wholeText')}
      </button>
    </span>
  )
}
