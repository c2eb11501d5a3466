import type { Draft } from '@catalog/contracts'
import { useNavigate } from '@tanstack/react-router'
import { heldFile, holdFile } from '../start/held-file.ts'

/** Opens the mapping of the draft's file. If this tab does not have the file, it is chosen again there. */
export function useMappingChange({ draft_id: draftId, mapping, choice }: Draft): () => void {
  const navigate = useNavigate()
  return () => {
    const held = heldFile()
    holdFile({
      file: null,
      draftId: null,
      question: null,
      ...(held?.draftId === draftId && held),
      before: mapping?.identity ? { ...mapping, choice } : null,
    })
    void navigate({ to: '/mapping' })
  }
}
