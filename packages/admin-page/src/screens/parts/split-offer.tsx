import { SplitError } from '@catalog/reading/split'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { maxFileBytes, maxRows } from '../../api/limits.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { useAbortable } from '../../components/use-abortable.ts'
import { Working } from '../../components/progress-bar.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import type { I18n } from '../../i18n/i18n.tsx'
import { signedInTo, splitQuery } from '../../parts/parts-query.ts'
import { splitChosenFile } from '../../parts/split-chosen-file.ts'

type Splitting = { is: 'offered' } | { is: 'running'; read: number } | { is: 'failed'; error: unknown }

/** Shown instead of a refusal: the page splits the file, and continues with its parts. */
export function SplitOffer({ file }: { file: File }) {
  const { t, format } = useI18n()
  const { name } = file
  const navigate = useNavigate()
  const { data: earlier, refetch } = useQuery(splitQuery)
  const [splitting, setSplitting] = useState<Splitting>({ is: 'offered' })
  const { begin, abort } = useAbortable()

  async function split(): Promise<void> {
    const storefrontId = signedInTo()
    if (storefrontId === null) return
    const signal = begin()
    setSplitting({ is: 'running', read: 0 })
    try {
      const onProgress = (read: number) => setSplitting({ is: 'running', read })
      await splitChosenFile(file, { storefrontId, signal, onProgress })
      await refetch()
      await navigate({ to: '/parts' })
    } catch (error) {
      setSplitting(signal.aborted ? { is: 'offered' } : { is: 'failed', error })
    }
  }

  if (splitting.is === 'running') {
    return (
      <Working
        label={t('parts.splitting', { name })}
        percent={(100 * splitting.read) / Math.max(1, file.size)}
        detail={t('start.uploaded', { done: format.bytes(splitting.read), total: format.bytes(file.size) })}
        onCancel={abort}
      />
    )
  }
  if (splitting.is === 'failed') {
    return (
      <Notice
        tone="bad"
        live="assertive"
        title={t('parts.splitFailed', { name })}
        actions={
          !(splitting.error instanceof SplitError) && (
            <Button icon="retry" onPress={() => void split()}>
              {t('common.tryAgain')}
            </Button>
          )
        }
      >
        <p>{reasonAgainst(t, splitting.error)}</p>
      </Notice>
    )
  }
  return (
    <Notice
      tone="info"
      live="assertive"
      title={t('parts.offerTitle', { name })}
      actions={
        <Button kind="primary" onPress={() => void split()}>
          {t('parts.offerButton')}
        </Button>
      }
    >
      <p>{t('parts.offerText', { rows: maxRows, size: format.bytes(maxFileBytes) })}</p>
      {earlier && <p>{t('parts.offerReplaces', { name: earlier.fileName })}</p>}
    </Notice>
  )
}

const reasons = {
  not_text: 'parts.not_text',
  no_rows: 'parts.no_rows',
  row_too_large: 'parts.row_too_large',
  unclear_cell: 'parts.unclear_cell',
  unreadable_workbook: 'parts.unreadable_workbook',
} as const

function reasonAgainst(t: I18n['t'], error: unknown): string {
  if (!(error instanceof SplitError)) return t('parts.notKept')
  const { code, row = 1 } = error
  return t(reasons[code], { row })
}
