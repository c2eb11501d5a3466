import { useEffect, useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { ProgressBar } from '../../components/progress-bar.tsx'
import { Question } from '../../components/question.tsx'
import { VisuallyHidden } from '../../components/visually-hidden.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import styles from './upload-progress.module.css'
import type { Leaving, Upload } from './use-upload.ts'

interface UploadProgressProps {
  upload: Extract<Upload, { state: 'sending' | 'checking' }>
  onCancel: () => void
  leaving: Leaving | null
}

export function UploadProgress({ upload, onCancel, leaving }: UploadProgressProps) {
  const { t, format } = useI18n()
  const box = useRef<HTMLDivElement>(null)
  // The input that had the focus is gone.
  useEffect(() => box.current?.focus(), [])
  const isSending = upload.state === 'sending'
  const label = t(isSending ? 'start.uploading' : 'start.checking', { name: upload.name })
  return (
    <div className={styles.upload} ref={box} tabIndex={-1}>
      {isSending ? (
        <ProgressBar
          label={label}
          percent={(100 * upload.sent) / upload.total}
          detail={t('start.uploaded', { done: format.bytes(upload.sent), total: format.bytes(upload.total) })}
        />
      ) : (
        <ProgressBar label={label} detail={t('start.checkingText')} />
      )}
      <VisuallyHidden>
        <span role="status">{label}</span>
      </VisuallyHidden>
      <p className={styles.stay}>{t('start.stayOpen')}</p>
      <Button onPress={onCancel}>{t('start.cancelUpload')}</Button>
      <Question
        isOpen={leaving !== null}
        onOpenChange={() => leaving?.stay()}
        title={t('start.leaveTitle')}
        no={t('start.stay')}
        yes={t('start.leave')}
        onYes={() => leaving?.leave()}
      >
        {t('start.leaveText')}
      </Question>
    </div>
  )
}
