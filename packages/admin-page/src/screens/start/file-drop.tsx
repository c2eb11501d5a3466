import { shopSystems } from '@catalog/catalog/shop-systems'
import { useEffect, useId, useRef, useState } from 'react'
import type { DragEvent } from 'react'
import { maxFileBytes, maxRows } from '../../api/limits.ts'
import { classNames } from '../../components/class-names.ts'
import { Icon } from '../../components/icon.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import styles from './file-drop.module.css'

const systems = Object.keys(shopSystems).join(', ')

interface FileDropProps {
  onFiles: (files: readonly File[]) => void
  /** Shown again after an upload; gets the focus. */
  isBack: boolean
}

/** A file input in a drop zone, with the limits and formats that are accepted. */
export function FileDrop({ onFiles, isBack }: FileDropProps) {
  const { t, format } = useI18n()
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useNoStrayDrops()
  useEffect(() => {
    if (isBack) input.current?.focus()
  }, [isBack])

  function drop(event: DragEvent): void {
    event.preventDefault()
    setIsOver(false)
    onFiles([...event.dataTransfer.files])
  }

  return (
    <div
      className={classNames('stack gap-3 grow', styles.zone, isOver && styles.over)}
      onDragEnter={() => setIsOver(true)}
      onDragOver={(event) => event.preventDefault()}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setIsOver(false)
      }}
      onDrop={drop}
    >
      <span className={styles.icon}>
        <Icon name="upload" size="large" />
      </span>
      <p className={styles.title}>{isOver ? t('start.dropNow') : t('start.drop')}</p>
      <label className={styles.choose}>
        <span className={styles.button}>{t('start.choose')}</span>
        <input
          className={styles.input}
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv,text/tab-separated-values,text/plain"
          aria-label={t('start.fileLabel')}
          aria-describedby={id}
          onChange={({ currentTarget }) => {
            const files = [...(currentTarget.files ?? [])]
            // Allows choosing the same file again after it was corrected.
            currentTarget.value = ''
            if (files.length > 0) onFiles(files)
          }}
        />
      </label>
      <p className={classNames('stack gap-1 note', styles.limits)} id={id}>
        <span>{t('start.limits', { size: format.bytes(maxFileBytes), rows: maxRows })}</span>{' '}
        <span>{t('start.formats', { systems })}</span>
      </p>
    </div>
  )
}

/** A file dropped outside of the zone would replace the page. */
function useNoStrayDrops(): void {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.defaultPrevented) return
      event.preventDefault()
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
    }
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
}
