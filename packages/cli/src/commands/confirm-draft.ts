import { answerOf } from '../client.ts'
import type { ChangeOptions, Context } from '../context.ts'
import type { ExitCode } from '../exit-codes.ts'
import { refuseToGuess, reviewDraft } from '../review.ts'

/** Shows what an open preview would change, and applies it if requested; it stays open otherwise. */
export async function confirmDraft(
  context: Context,
  draftId: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  const { api, terminal } = context
  refuseToGuess(context, options)
  const draft = api.GET('/api/products/imports/{draft_id}', { params: { path: { draft_id: draftId } } })
  const { exitCode, document } = await reviewDraft(context, await answerOf(draft), options, { isKept: true })
  terminal.sayJson(document)
  return exitCode
}
