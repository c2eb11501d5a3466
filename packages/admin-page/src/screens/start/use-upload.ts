import { useQueryClient } from '@tanstack/react-query'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { draftQuery, openDraftsQuery } from '../../api/queries.ts'
import { uploadFile } from '../../api/upload-file.ts'

export type Upload =
  | { state: 'idle' }
  | { state: 'sending'; name: string; sent: number; total: number }
  /** All of it has left; the service reads it and compares. */
  | { state: 'checking'; name: string }
  | { state: 'cancelled' }
  | { state: 'failed'; name: string; error: unknown; file: File }

/** Somebody is about to leave the screen, which would cancel the upload. */
export interface Leaving {
  stay: () => void
  leave: () => void
}

/** One upload at a time; it ends at the preview. Leaving the screen cancels it, once that is meant. */
export function useUpload(): {
  upload: Upload
  start: (file: File) => void
  cancel: () => void
  leaving: Leaving | null
} {
  const [upload, setUpload] = useState<Upload>({ state: 'idle' })
  const running = useRef<AbortController>(null)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const isRunning = upload.state === 'sending' || upload.state === 'checking'
  const blocker = useBlocker({ shouldBlockFn: always, disabled: !isRunning, withResolver: true })
  useEffect(() => () => running.current?.abort(), [])

  async function run(file: File, signal: AbortSignal): Promise<void> {
    const { name, size: total } = file
    setUpload({ state: 'sending', name, sent: 0, total })
    const onProgress = (sent: number) =>
      setUpload(sent < total ? { state: 'sending', name, sent, total } : { state: 'checking', name })
    try {
      const draft = await uploadFile(file, { signal, onProgress })
      queryClient.setQueryData(draftQuery(draft.draft_id).queryKey, draft)
      void queryClient.invalidateQueries({ queryKey: openDraftsQuery.queryKey })
      await navigate({ to: '/imports/$draftId', params: { draftId: draft.draft_id }, ignoreBlocker: true })
    } catch (error) {
      setUpload(signal.aborted ? { state: 'cancelled' } : { state: 'failed', name, error, file })
    }
  }

  return {
    upload,
    start: (file) => {
      running.current?.abort()
      running.current = new AbortController()
      void run(file, running.current.signal)
    },
    cancel: () => running.current?.abort(),
    leaving: blocker.status === 'blocked' ? { stay: blocker.reset, leave: blocker.proceed } : null,
  }
}

const always = () => true
