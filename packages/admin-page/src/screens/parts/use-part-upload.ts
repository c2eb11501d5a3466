import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { questionOf } from '../../api/mapping-question.ts'
import { draftQuery, openDraftsQuery } from '../../api/queries.ts'
import { uploadFile } from '../../api/upload-file.ts'
import { useAbortable } from '../../components/use-abortable.ts'
import { recordPart } from '../../parts/parts-query.ts'
import { readBytes } from '../../parts/parts-store.ts'
import type { Part, Split } from '../../parts/split.ts'
import { heldFile, holdFile } from '../start/held-file.ts'

/** The part's bytes are missing although its split is stored: the browser may have deleted them to free space. */
export class PartGone extends Error {
  override readonly name = 'PartGone'
}

/** Uploads a part and opens its preview. Leaving the screen cancels the upload; the part can be uploaded later. */
export function usePartUpload(split: Split) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [sent, setSent] = useState(0)
  const { begin, abort } = useAbortable()
  const upload = useMutation({
    mutationFn: async (part: Part) => {
      const signal = begin()
      setSent(0)
      const bytes = await readBytes(split, part.number)
      if (bytes === undefined) throw new PartGone()
      const file = new File([bytes], part.fileName, { type: 'text/csv' })
      try {
        return await uploadFile(file, { signal, onProgress: setSent })
      } catch (error) {
        const question = questionOf(error)
        if (question !== null) holdFile({ file, draftId: null, question, before: heldFile()?.before ?? null })
        throw error
      }
    },
    onError: async (error) => {
      // The answer for one part is remembered for the following ones.
      if (questionOf(error) !== null) await navigate({ to: '/mapping', replace: true })
    },
    onSuccess: async (draft, part) => {
      await recordPart(queryClient, split, part.number, { is: 'in_review', draftId: draft.draft_id })
      queryClient.setQueryData(draftQuery(draft.draft_id).queryKey, draft)
      void queryClient.invalidateQueries({ queryKey: openDraftsQuery.queryKey })
      // Back leads to the start, because this screen would upload the part again.
      await navigate({ to: '/imports/$draftId', params: { draftId: draft.draft_id }, replace: true })
    },
  })
  return { upload, sent, cancel: abort }
}
