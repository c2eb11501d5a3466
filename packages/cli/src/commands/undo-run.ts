import { answerOf } from '../client.ts'
import type { ChangeOptions, Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { ApiError } from '../failures.ts'
import { refuseToGuess, reviewDraft } from '../review.ts'

/** Shows how to restore what a run changed, and applies that. */
export async function undoRun(context: Context, runId: string, options: ChangeOptions): Promise<ExitCode> {
  const { api, terminal } = context
  refuseToGuess(context, options)
  terminal.progress('Looking at what can be undone')
  try {
    const undo = api.POST('/api/products/imports/runs/{run_id}/undo', { params: { path: { run_id: runId } } })
    const { exitCode, document } = await reviewDraft(context, await answerOf(undo), options)
    terminal.sayJson(document)
    return exitCode
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'nothing_to_undo') throw error
    terminal.say(error.message)
    terminal.sayJson({ applied: false, draft: null, errors: [], warnings: [], run: null })
    return exitCodes.done
  }
}
