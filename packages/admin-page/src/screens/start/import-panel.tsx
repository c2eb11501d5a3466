import { useState } from 'react'
import { isTransient } from '../../api/problem.ts'
import { HelpLink } from '../../components/help-link.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { useMay } from '../../session/session.ts'
import { FileDrop } from './file-drop.tsx'
import styles from './import-panel.module.css'
import { refusalOf } from './refusal.ts'
import { UploadProgress } from './upload-progress.tsx'
import { useUpload } from './use-upload.ts'
import type { Upload } from './use-upload.ts'

export function ImportPanel() {
  const { t } = useI18n()
  const mayImport = useMay('catalog:import')
  return (
    <Panel title={t('start.importTitle')}>
      {mayImport ? (
        <ImportForm />
      ) : (
        <Notice tone="info" title={t('start.noImport')}>
          <p>{t('start.noImportText')}</p>
        </Notice>
      )}
      <p className={styles.promise}>{t('start.upsert')}</p>
      <ul className={styles.help}>
        <li>
          <HelpLink page="first-change">{t('help.aboutFirstChange')}</HelpLink>
        </li>
        <li>
          <HelpLink page="other-systems">{t('help.aboutOtherSystems')}</HelpLink>
        </li>
      </ul>
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

function ImportForm() {
  const i18n = useI18n()
  const { upload, start, cancel, leaving } = useUpload()
  const [refusal, setRefusal] = useState<{ title: string; text: string } | null>(null)

  async function take(files: readonly File[]): Promise<void> {
    const refused = await refusalOf(i18n, files)
    setRefusal(refused)
    if (refused === null && files[0]) start(files[0])
  }

  if (upload.state === 'sending' || upload.state === 'checking') {
    return <UploadProgress upload={upload} onCancel={cancel} leaving={leaving} />
  }
  return (
    <>
      {refusal ? (
        <Notice tone="bad" live="assertive" title={refusal.title}>
          <p>{refusal.text}</p>
        </Notice>
      ) : (
        <Outcome upload={upload} onRetry={start} />
      )}
      <FileDrop onFiles={(files) => void take(files)} isBack={upload.state !== 'idle'} />
    </>
  )
}

function Outcome({ upload, onRetry }: { upload: Upload; onRetry: (file: File) => void }) {
  const { t } = useI18n()
  if (upload.state === 'cancelled') return <Notice tone="info" live="polite" title={t('start.cancelled')} />
  if (upload.state !== 'failed') return null
  const { error, name, file } = upload
  return (
    <ProblemNotice
      error={error}
      title={t('start.failed', { name })}
      {...(isTransient(error) && { onRetry: () => onRetry(file) })}
    />
  )
}
