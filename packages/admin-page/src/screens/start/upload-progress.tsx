import { Question } from '../../components/question.tsx'
import { Working } from '../../components/progress-bar.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import type { RunningUpload } from './use-upload.ts'

export function UploadProgress({ name, sent, total, cancel, leaving }: RunningUpload) {
  const { t, format } = useI18n()
  const progress =
    sent < total
      ? {
          label: t('start.uploading', { name }),
          percent: (100 * sent) / total,
          detail: t('start.uploaded', { done: format.bytes(sent), total: format.bytes(total) }),
        }
      : { label: t('start.checking', { name }), detail: t('start.checkingText') }
  return (
    <Working isBoxed {...progress} onCancel={cancel} cancel={t('start.cancelUpload')}>
      <p>{t('start.stayOpen')}</p>
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
    </Working>
  )
}
