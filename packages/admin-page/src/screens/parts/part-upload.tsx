import { Button, ButtonLink } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Working } from '../../components/progress-bar.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import type { Part } from '../../parts/split.ts'
import { PartGone } from './use-part-upload.ts'
import type { usePartUpload } from './use-part-upload.ts'

interface PartUploadProps extends Pick<ReturnType<typeof usePartUpload>, 'upload' | 'sent'> {
  part: Part
  onCancel: () => void
}

/** The next part, with a button to its preview. */
export function PartUpload({ part, upload, sent, onCancel }: PartUploadProps) {
  const { t } = useI18n()
  const { state, number } = part
  if (state.is === 'in_review') {
    return (
      <p>
        <ButtonLink kind="primary" to="/imports/$draftId" params={{ draftId: state.draftId }}>
          {t('parts.review', { part: number })}
        </ButtonLink>
      </p>
    )
  }
  if (upload.isPending || upload.isSuccess) {
    const isSent = sent >= part.byteCount
    const words = { name: part.fileName }
    return (
      <Working
        label={isSent ? t('start.checking', words) : t('start.uploading', words)}
        {...(!isSent && { percent: (100 * sent) / part.byteCount })}
        onCancel={onCancel}
      />
    )
  }
  if (upload.error instanceof PartGone) {
    return (
      <Notice tone="bad" live="assertive" title={t('parts.gone', { part: number })}>
        <p>{t('parts.goneText')}</p>
      </Notice>
    )
  }
  const isCancelled = upload.error instanceof DOMException && upload.error.name === 'AbortError'
  return (
    <>
      {isCancelled && <Notice tone="info" live="polite" title={t('start.cancelled')} />}
      {upload.error && !isCancelled && (
        <ProblemNotice error={upload.error} title={t('start.failed', { name: part.fileName })} />
      )}
      <p>
        <Button kind="primary" icon="upload" onPress={() => upload.mutate(part)}>
          {t('parts.review', { part: number })}
        </Button>
      </p>
    </>
  )
}
