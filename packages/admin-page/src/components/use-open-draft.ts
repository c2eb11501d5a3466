import type { Draft } from '@catalog/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { answerOf, api } from '../api/client.ts'
import { draftQuery, openDraftsQuery } from '../api/queries.ts'

/** Makes a draft and opens its preview. */
export function useOpenDraft<Input>(make: (input: Input) => Promise<Draft>) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: make,
    onSuccess: async (draft) => {
      queryClient.setQueryData(draftQuery(draft.draft_id).queryKey, draft)
      void queryClient.invalidateQueries({ queryKey: openDraftsQuery.queryKey })
      await navigate({ to: '/imports/$draftId', params: { draftId: draft.draft_id } })
    },
  })
}

/** Opens the preview of undoing the run with the id that it gets. */
export function useUndo() {
  return useOpenDraft((runId: string) =>
    answerOf(api.POST('/api/products/imports/runs/{run_id}/undo', { params: { path: { run_id: runId } } })),
  )
}
