import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { readOpenDrafts } from '../review.ts'

/** The open previews, the newest first. */
export async function listDrafts(context: Context): Promise<ExitCode> {
  const { terminal } = context
  const drafts = await readOpenDrafts(context)
  for (const {
    draft_id: id,
    expires_at: expires,
    preview,
    file_name: file,
    created_by: by,
    origin,
  } of drafts) {
    const { adds, updates, errors } = preview
    const source = file ?? `undo of ${origin?.run_id ?? 'an import'}`
    const person = by === null ? [] : [`by ${by.name ?? by.sub}`]
    terminal.say([id, `until ${expires}`, `+${adds} ~${updates} !${errors}`, source, ...person].join('  '))
  }
  if (drafts.length === 0) terminal.say('There is no open preview.')
  terminal.sayJson({ drafts })
  return exitCodes.done
}
