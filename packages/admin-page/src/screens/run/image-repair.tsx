import type { ImageOutcome } from '@catalog/contracts'
import { useId, useState } from 'react'
import { uploadFile } from '../../api/upload-file.ts'
import { Button } from '../../components/button.tsx'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { useAbortable } from '../../components/use-abortable.ts'
import { useOpenDraft } from '../../components/use-open-draft.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import styles from './image-item.module.css'
import { webAddress } from './web-address.ts'

/** Takes another address for the picture of a product, and opens the preview of importing it. */
export function ImageRepair({ image: { product_handle: handle } }: { image: ImageOutcome }) {
  const { t } = useI18n()
  const id = useId()
  const { begin } = useAbortable()
  const [address, setAddress] = useState('')
  const repair = useOpenDraft((valid: string) => {
    const csv = `handle,image_url\r\n${handle},"${valid.replaceAll('"', '%22')}"\r\n`
    const file = new File([csv], `${handle}.csv`, { type: 'text/csv' })
    return uploadFile(file, { signal: begin(), onProgress: () => {} })
  })
  return (
    <details className={styles.repair}>
      <summary>{t('run.otherAddress')}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const valid = webAddress(address)
          if (valid !== null) repair.mutate(valid)
        }}
      >
        <label htmlFor={id}>{t('run.newAddress')}</label>
        <input
          id={id}
          type="url"
          pattern="https?://.+"
          required
          className={styles.address}
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
        <p className="note">{t('run.otherAddressHint')}</p>
        <Button type="submit" isPending={repair.isPending}>
          {t('run.previewAddress')}
        </Button>
        {repair.error && <ProblemNotice error={repair.error} />}
      </form>
    </details>
  )
}
