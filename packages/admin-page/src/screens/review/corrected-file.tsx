import type { Draft } from '@catalog/contracts'
import { useNavigate } from '@tanstack/react-router'
import { FileTrigger } from 'react-aria-components'
import { Button } from '../../components/button.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { UploadProgress } from '../start/upload-progress.tsx'
import { useUpload } from '../start/use-upload.ts'

/** Uploads the corrected file in place of the draft's, with the same choice. */
export function CorrectedFile({ draft }: { draft: Draft }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { upload, start, running } = useUpload(() => void navigate({ to: '/mapping', ignoreBlocker: true }))
  if (running) return <UploadProgress {...running} />
  return (
    <>
      {upload.state === 'failed' && (
        <ProblemNotice error={upload.error} title={t('start.failed', { name: upload.name })} />
      )}
      <FileTrigger
        acceptedFileTypes={['.csv', '.tsv', '.txt', '.xlsx']}
        onSelect={(files) => {
          const file = files?.[0]
          if (file) start(file, undefined, draft.choice)
        }}
      >
        <Button icon="upload">{t('review.uploadCorrected')}</Button>
      </FileTrigger>
    </>
  )
}
