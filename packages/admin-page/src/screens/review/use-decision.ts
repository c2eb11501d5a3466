import type { CellEdit, Choice, Draft } from '@catalog/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { answerOf, api, done } from '../../api/client.ts'
import { codeOf } from '../../api/problem.ts'
import { draftQuery, openDraftsQuery } from '../../api/queries.ts'
import { recordApplied } from '../../parts/parts-query.ts'

export type Decision = ReturnType<typeof useDecision>

/** How a choice is changed, or cells of the file are; what that depends on may have to be read first. */
export type Revision = (choice: Choice) => Revised | Promise<Revised>
type Revised = Partial<Choice> & { edits?: CellEdit[] }

/** Applies, revises, rechecks or discards a draft, and opens the next screen. Applying twice applies once. */
export function useDecision(draft: Draft) {
  const draftId = draft.draft_id
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const params = { path: { draft_id: draftId } }

  const confirm = useMutation({
    mutationFn: () => {
      // Only what is shown: somebody else may have changed the draft meanwhile.
      const shown = { ...params, query: { previewed_at: draft.created_at } }
      return answerOf(api.POST('/api/products/imports/{draft_id}/confirm', { params: shown }))
    },
    onSuccess: async (run) => {
      void queryClient.invalidateQueries({ queryKey: openDraftsQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: ['runs'] })
      void queryClient.invalidateQueries({ queryKey: ['summary'] })
      const noted = recordApplied(queryClient, draft, run)
      // Back leads to the start: the preview no longer exists.
      await (noted === null
        ? navigate({ to: '/runs/$runId', params: { runId: run.run_id }, replace: true })
        : navigate({ to: '/parts', search: { next: true }, replace: true }))
      // If it cannot be stored, the list of parts finds the run by its draft.
      await noted?.catch(() => null)
      queryClient.removeQueries({ queryKey: ['drafts', draftId] })
    },
    // Somebody may have applied something meanwhile.
    onError: () => queryClient.invalidateQueries({ queryKey: ['runs', 'list'] }),
  })

  const recheck = useMutation({
    mutationFn: () => answerOf(api.POST('/api/products/imports/{draft_id}/recheck', { params })),
    onSuccess: (rechecked: Draft) => {
      queryClient.setQueryData(draftQuery(draftId).queryKey, rechecked)
      confirm.reset()
    },
  })

  const revise = useMutation({
    mutationFn: async (change: Revision) => {
      // An earlier change may have been answered since the button was shown.
      const { choice } = queryClient.getQueryData(draftQuery(draftId).queryKey) ?? draft
      const { edits, ...changed } = await change(choice)
      const body = { choice: { ...choice, ...changed }, ...(edits && { edits }) }
      return await answerOf(api.PATCH('/api/products/imports/{draft_id}', { params, body }))
    },
    // One after the other.
    scope: { id: draftId },
    // Somebody else has revised it meanwhile.
    retry: (failures, error) => failures === 0 && codeOf(error) === 'unavailable',
    onSuccess: (revised) => {
      queryClient.setQueryData(draftQuery(draftId).queryKey, revised)
      confirm.reset()
    },
  })

  const cancel = useMutation({
    mutationFn: () => done(api.POST('/api/products/imports/{draft_id}/cancel', { params })),
    onSuccess: async () => {
      void queryClient.invalidateQueries({ queryKey: openDraftsQuery.queryKey })
      await navigate({ to: '/', replace: true })
      queryClient.removeQueries({ queryKey: ['drafts', draftId] })
    },
  })

  return { confirm, recheck, revise, cancel }
}
