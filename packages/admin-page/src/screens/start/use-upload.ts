import type { Choice, MappingRequest } from '@catalog/contracts'
import { useQueryClient } from '@tanstack/react-query'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { questionOf } from '../../api/mapping-question.ts'
import { codeOf } from '../../api/problem.ts'
import { draftQuery, openDraftsQuery, rememberedMappingsQuery } from '../../api/queries.ts'
import { uploadFile } from '../../api/upload-file.ts'
import { useAbortable } from '../../components/use-abortable.ts'
import { heldFile, holdFile } from './held-file.ts'

export type Upload =
  | { state: 'idle' }
  /** Once all bytes are sent, the service reads and compares the file; once that is done, the preview opens. */
  | { state: 'running'; name: string; sent: number; total: number; isDone?: true }
  | { state: 'cancelled' }
  | { state: 'failed'; name: string; error: unknown; file: File }

export interface RunningUpload extends Extract<Upload, { state: 'running' }> {
  cancel: () => void
  /** Set while somebody is about to leave the screen, which would cancel the upload. */
  leaving: { stay: () => void; leave: () => void } | null
}

/**
 * One upload at a time; it ends with the preview, or with the service's question about the columns. Leaving the screen
 * cancels it, after confirmation.
 */
export function useUpload(onAsked: () => void): {
  upload: Upload
  start: (file: File, mapping?: MappingRequest, choice?: Choice) => void
  /** The upload while it runs, for `UploadProgress`. */
  running: RunningUpload | null
} {
  const [upload, setUpload] = useState<Upload>({ state: 'idle' })
  const { begin, abort: cancel } = useAbortable()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const isRunning = upload.state === 'running' && !upload.isDone
  const blocker = useBlocker({ shouldBlockFn: always, disabled: !isRunning, withResolver: true })

  async function run(file: File, mapping?: MappingRequest, choice?: Choice): Promise<void> {
    const signal = begin()
    const { name, size: total } = file
    // The question and previous choices about this file's columns.
    const { question = null, before = null } = (mapping && heldFile()) ?? {}
    const onProgress = (sent: number) => setUpload({ state: 'running', name, sent, total })
    onProgress(0)
    try {
      const draft = await uploadFile(file, { signal, onProgress, mapping, choice })
      queryClient.setQueryData(draftQuery(draft.draft_id).queryKey, draft)
      void queryClient.invalidateQueries({ queryKey: openDraftsQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: rememberedMappingsQuery.queryKey })
      holdFile({
        file,
        draftId: draft.draft_id,
        question,
        before: draft.mapping ? { ...draft.mapping, choice: draft.choice } : before,
      })
      // While the preview's code is loaded, nothing is left to cancel: Back just goes back.
      setUpload({ state: 'running', name, sent: total, total, isDone: true })
      await navigate({ to: '/imports/$draftId', params: { draftId: draft.draft_id }, ignoreBlocker: true })
      setUpload({ state: 'idle' })
    } catch (error) {
      if (signal.aborted) return setUpload({ state: 'cancelled' })
      const asked = questionOf(error)
      const chosen = mapping?.columns
        ? { columns: mapping.columns, identity: mapping.identity ?? null, choice: choice ?? null }
        : before
      holdFile({ file, draftId: null, question: asked ?? question, before: chosen })
      // If a required column of a known format is missing, people can also add it to the file.
      const isUnknown = asked !== null && codeOf(error) === 'unrecognized_columns'
      setUpload(isUnknown ? { state: 'idle' } : { state: 'failed', name, error, file })
      if (isUnknown) onAsked()
    }
  }

  const leaving = blocker.status === 'blocked' ? { stay: blocker.reset, leave: blocker.proceed } : null
  return {
    upload,
    start: (file, mapping, choice) => void run(file, mapping, choice),
    running: upload.state === 'running' ? { ...upload, cancel, leaving } : null,
  }
}

const always = () => true
