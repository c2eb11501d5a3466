import { useQueryClient } from '@tanstack/react-query'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { MappingRequest } from '../../api/client.ts'
import { questionOf } from '../../api/mapping-question.ts'
import { ApiError } from '../../api/problem.ts'
import { draftQuery, openDraftsQuery, rememberedMappingsQuery } from '../../api/queries.ts'
import { uploadFile } from '../../api/upload-file.ts'
import { heldFile, holdFile } from './held-file.ts'

export type Upload =
  | { state: 'idle' }
  | { state: 'sending'; name: string; sent: number; total: number }
  /** All bytes are sent; the service reads and compares the file. */
  | { state: 'checking'; name: string }
  | { state: 'cancelled' }
  | { state: 'failed'; name: string; error: unknown; file: File }

/** Set while somebody is about to leave the screen, which would cancel the upload. */
export interface Leaving {
  stay: () => void
  leave: () => void
}

/**
 * One upload at a time; it ends with the preview, or with the service's question about the columns. Leaving the screen
 * cancels it, after confirmation.
 */
export function useUpload(onAsked: () => void): {
  upload: Upload
  start: (file: File, mapping?: MappingRequest) => void
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

  async function run(file: File, mapping: MappingRequest | undefined, signal: AbortSignal): Promise<void> {
    const { name, size: total } = file
    // The question and previous choices about this file's columns.
    const { question = null, before = null } = (mapping && heldFile()) ?? {}
    setUpload({ state: 'sending', name, sent: 0, total })
    const onProgress = (sent: number) =>
      setUpload(sent < total ? { state: 'sending', name, sent, total } : { state: 'checking', name })
    try {
      const draft = await uploadFile(file, { signal, onProgress, mapping })
      queryClient.setQueryData(draftQuery(draft.draft_id).queryKey, draft)
      void queryClient.invalidateQueries({ queryKey: openDraftsQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: rememberedMappingsQuery.queryKey })
      holdFile({ file, draftId: draft.draft_id, question, before: draft.mapping ?? before })
      await navigate({ to: '/imports/$draftId', params: { draftId: draft.draft_id }, ignoreBlocker: true })
    } catch (error) {
      if (signal.aborted) return setUpload({ state: 'cancelled' })
      const asked = questionOf(error)
      const chosen = mapping?.columns
        ? { columns: mapping.columns, identity: mapping.identity ?? null }
        : before
      holdFile({ file, draftId: null, question: asked ?? question, before: chosen })
      // If a required column of a known format is missing, people can also add it to the file.
      const isUnknown = asked !== null && error instanceof ApiError && error.code === 'unrecognized_columns'
      setUpload(isUnknown ? { state: 'idle' } : { state: 'failed', name, error, file })
      if (isUnknown) onAsked()
    }
  }

  return {
    upload,
    start: (file, mapping) => {
      running.current?.abort()
      running.current = new AbortController()
      void run(file, mapping, running.current.signal)
    },
    cancel: () => running.current?.abort(),
    leaving: blocker.status === 'blocked' ? { stay: blocker.reset, leave: blocker.proceed } : null,
  }
}

const always = () => true
