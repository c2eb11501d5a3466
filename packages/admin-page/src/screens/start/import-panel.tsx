import type { MappingRequest } from '@catalog/contracts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { questionOf } from '../../api/mapping-question.ts'
import { isTransient } from '../../api/problem.ts'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { HelpLink } from '../../components/help-link.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { useMay } from '../../session/session.ts'
import { FileDrop } from './file-drop.tsx'
import styles from './import-panel.module.css'
import { refusalOf } from './refusal.ts'
import { RememberedMappings } from './remembered-mappings.tsx'
import { isSplittable, isTooLarge, SplitLargeFile } from './split-large-file.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { useUpload } from './use-upload.ts'
import type { Upload } from './use-upload.ts'

/** @param props.file an example to upload at once */
export function ImportPanel({ file }: { file: File | null }) {
  const { t } = useI18n()
  const mayPropose = useMay('catalog:propose')
  const navigate = useNavigate()
  return (
    <Panel title={t('start.importTitle')}>
      {mayPropose ? (
        <ImportForm
          key={file?.lastModified}
          file={file}
          onAsked={() => void navigate({ to: '/mapping', ignoreBlocker: true })}
        />
      ) : (
        <Notice tone="info" title={t('start.noImport')}>
          <p>{t('start.noImportText')}</p>
        </Notice>
      )}
      <p className="quiet">{t('start.upsert')}</p>
      <ul className={classNames('wrap', styles.help)}>
        <li>
          <HelpLink page="first-change">{t('help.aboutFirstChange')}</HelpLink>
        </li>
        <li>
          <HelpLink page="other-systems">{t('help.aboutOtherSystems')}</HelpLink>
        </li>
        <li>
          <HelpLink page="own-file">{t('help.aboutOwnFile')}</HelpLink>
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
      <RememberedMappings />
    </Panel>
  )
}

interface ImportFormProps {
  /** Called if the service asks for a mapping of the file, which is kept. */
  onAsked: () => void
  /** A file to upload at once. */
  file?: File | null
  /** The mapping to upload files with. */
  mapping?: MappingRequest
}

/** Chooses a file, uploads it, and shows why it was refused. */
export function ImportForm({ onAsked, file = null, mapping }: ImportFormProps) {
  const i18n = useI18n()
  const { upload, start: startWith, running } = useUpload(onAsked)
  const start = (chosen: File) => startWith(chosen, mapping)
  const [refusal, setRefusal] = useState<{ title: string; text: string } | null>(null)
  const [large, setLarge] = useState<File | null>(null)
  // oxlint-disable-next-line react/exhaustive-deps -- only once, on mount
  useEffect(() => void (file && start(file)), [])

  async function take(files: readonly File[]): Promise<void> {
    const isLarge = await isSplittable(files)
    setLarge(isLarge ? (files[0] ?? null) : null)
    const refused = isLarge ? null : await refusalOf(i18n, files)
    setRefusal(refused)
    if (refused === null && !isLarge && files[0]) start(files[0])
  }

  if (running) return <UploadProgress {...running} />
  return (
    <>
      {large ? (
        <SplitLargeFile file={large} />
      ) : refusal ? (
        <Notice tone="bad" live="assertive" title={refusal.title}>
          <p>{refusal.text}</p>
        </Notice>
      ) : (
        <Outcome upload={upload} onRetry={start} onMatch={onAsked} />
      )}
      <FileDrop onFiles={(files) => void take(files)} isBack={upload.state !== 'idle'} />
    </>
  )
}

interface OutcomeProps {
  upload: Upload
  onRetry: (file: File) => void
  /** Called to open the mapping. */
  onMatch: () => void
}

function Outcome({ upload, onRetry, onMatch }: OutcomeProps) {
  const { t } = useI18n()
  if (upload.state === 'cancelled') return <Notice tone="info" live="polite" title={t('start.cancelled')} />
  if (upload.state !== 'failed') return null
  const { error, name, file } = upload
  if (isTooLarge(error)) return <SplitLargeFile file={file} />
  return (
    <ProblemNotice
      error={error}
      title={t('start.failed', { name })}
      {...(isTransient(error) && { onRetry: () => onRetry(file) })}
    >
      {questionOf(error) !== null && <Button onPress={onMatch}>{t('start.matchColumns')}</Button>}
    </ProblemNotice>
  )
}
