import type { Draft } from '@catalog/contracts'
import { useMemo } from 'react'
import type { Choosing } from '../../rows/choosing.ts'
import { useMay } from '../../session/session.ts'
import type { Decision } from './use-decision.ts'

/** Null for those who may not revise the draft, and while it is applied. */
export function useChoosing(
  { choice, origin }: Draft,
  { revise, confirm, cancel }: Decision,
): Choosing | null {
  const mayPropose = useMay('catalog:propose')
  const isClosed = [confirm, cancel].some(({ isPending, isSuccess }) => isPending || isSuccess)
  const { mutate, isPending } = revise
  const hasFile = origin.kind === 'file'
  return useMemo(
    () =>
      mayPropose && !isClosed
        ? {
            choice,
            isPending,
            leaveOut: (handles) =>
              mutate(async ({ without_handles: before }) => ({
                without_handles: [...new Set([...before, ...(await handles())])],
              })),
            takeBack: (handle) =>
              mutate(({ without_handles: before }) => ({
                without_handles: before.filter((one) => one !== handle),
              })),
            edit: hasFile ? (edits) => mutate(async () => ({ edits: await edits() })) : null,
          }
        : null,
    [choice, mayPropose, isClosed, isPending, hasFile, mutate],
  )
}
