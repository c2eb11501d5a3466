import { useState } from 'react'
import { maxFileBytes } from '../../api/limits.ts'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { useMay } from '../../session/session.ts'
import { checkFiles } from './check-file.ts'
import { FileDrop } from './file-drop.tsx'
import styles from './import-panel.module.css'
import { UploadProgress } from './upload-progress.tsx'
import { useUpload } from './use-upload.ts'

export function ImportPanel() {
  const { t, format } = useI18n()
  const mayImport = useMay('catalog:import')
  const { upload, start, cancel } = useUpload()
  const [refusal, setRefusal] = useState<string>()

  function take(files: readonly File[]): void {
    const [file] = files
    const why = checkFiles(files)
    const name = file?.name ?? ''
    if (why === 'several') setRefusal(t('start.oneFile'))
    else if (why === 'empty') setRefusal(t('start.emptyFile', { name }))
    else if (why === 'too-large') {
      const sizes = { size: format.bytes(file?.size ?? 0), limit: format.bytes(maxFileBytes) }
      setRefusal(t('start.tooLarge', { name, ...sizes }))
    } else if (file) {
      setRefusal(undefined)
      start(file)
    }
  }

  const isBusy = upload.state === 'sending' || upload.state === 'checking'
  return (
    <Panel title={t('start.importTitle')}>
      {!mayImport && <Notice tone="info" title={t('start.noImport')} />}
      {refusal !== undefined && <Notice tone="bad" live="assertive" title={refusal} />}
      {refusal === undefined && upload.state === 'failed' && (
        <ProblemNotice
          error={upload.error}
          title={t('start.failed', { name: upload.name })}
          onRetry={() => start(upload.file)}
        />
      )}
      {upload.state === 'cancelled' && <Notice tone="info" live="polite" title={t('start.cancelled')} />}
      {isBusy ? (
        <UploadProgress upload={upload} onCancel={cancel} />
      ) : (
        mayImport && <FileDrop onFiles={take} />
      )}
      <p className={styles.promise}>{t('start.upsert')}</p>
      <details className={styles.safe}>
        <summary>{t('start.safeTitle')}</summary>
        <ul>
          <li>{t('start.safeBefore')}</li>
          <li>{t('start.safePreview')}</li>
          <li>{t('start.safeAfter')}</li>
        </ul>
      </details>
    </Panel>
  )
}
