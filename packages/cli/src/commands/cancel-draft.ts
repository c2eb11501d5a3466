import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { cancel } from '../review.ts'

/** Discards an open preview. */
export async function cancelDraft(context: Context, draftId: string): Promise<ExitCode> {
  await cancel(context, { draft_id: draftId })
  context.terminal.say('The preview is discarded.')
  context.terminal.sayJson({ cancelled: draftId })
  return exitCodes.done
}
