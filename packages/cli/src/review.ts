import { randomUUID } from 'node:crypto'
import { answerOf } from './client.ts'
import type { Draft, DraftRow, DraftSummary, Run } from './client.ts'
import type { ChangeOptions, Context } from './context.ts'
import { exitCodes } from './exit-codes.ts'
import type { ExitCode } from './exit-codes.ts'
import { ApiError, exitCodeOf, UsageError } from './failures.ts'
import { readPages } from './read-pages.ts'
import { count } from './terminal.ts'

/** Lines of each list on a terminal, at most; `--json` has all. */
const maxShown = 50

/** An error or a warning of a row. */
interface Remark {
  row: number | null
  column: string | null
  code: string
  message: string
  /** What the cell holds, at most 200 characters. */
  value: string | null
}

/**
 * Called before anything is sent.
 * @throws UsageError if nobody can confirm that the changes may be applied
 */
export function refuseToGuess({ terminal }: Pick<Context, 'terminal'>, options: ChangeOptions): void {
  if (options.dryRun || options.yes || options.propose || terminal.canAsk) return
  throw new UsageError(
    'There is no terminal to ask on: say --yes to apply the changes, or --dry-run to look at them only.',
  )
}

/** The outcome of a draft. */
export interface Reviewed {
  exitCode: ExitCode
  /** Whether it should have been applied, and was not. */
  isRefused: boolean
  /** For `--json`. */
  document: object
}

interface ReviewedDraft {
  /** Whether it was made before an earlier file was applied: its preview may be outdated, and is then rechecked. */
  isEarly?: boolean
  /** Whether it was there before the command, and stays if it is not applied. */
  isKept?: boolean
}

/** Shows what the draft would change, and applies it if requested; a draft that is not applied is cancelled. */
export async function reviewDraft(
  context: Context,
  draft: Draft,
  options: ChangeOptions,
  { isEarly = false, isKept = false }: ReviewedDraft = {},
): Promise<Reviewed> {
  const { terminal } = context
  if (isEarly && mayBeOutdated(draft)) return await recheck(context, draft, options)
  const remarks = await readRemarks(context, draft)
  showDraft(context, draft, remarks)

  const { adds, updates, errors } = draft.preview
  const risks = risksOf(draft, options)
  const changed = options.detailedExitCode ? exitCodes.changed : exitCodes.done
  const decision = await decide(context, draft, options)
  if (decision !== 'apply') {
    const isLeft = decision === 'proposed' || decision === 'risky'
    if (!isLeft && !isKept) await cancel(context, draft)
    terminal.say(sentences[decision])
    if (isLeft) sayHowToDecide(context, draft)
    const changedOrNot = adds + updates > 0 ? changed : exitCodes.done
    const asked = decision === 'declined' ? exitCodes.failed : changedOrNot
    return {
      exitCode: errors > 0 || risks.length > 0 ? exitCodes.incomplete : asked,
      isRefused: ['rejected', 'errors', 'risky', 'declined'].includes(decision),
      document: { applied: false, draft: headOf(draft), ...remarks, risks, run: null },
    }
  }

  const run = await confirm(context, draft).catch(async (error: unknown) => {
    if (isEarly && error instanceof ApiError && error.code === 'draft_stale') return null
    if (!isKept && exitCodeOf(error) === exitCodes.incomplete) await cancel(context, draft)
    throw error
  })
  if (run === null) {
    terminal.say('An earlier file has changed some of these products. The changes are now:')
    return await recheck(context, draft, options)
  }
  terminal.say(
    `Applied: ${count(run.added, 'row')} added, ${run.updated.toLocaleString('en')} updated. Run ${run.run_id}`,
  )
  if (run.image_progress.total > 0)
    terminal.say(
      `${count(run.image_progress.total, 'image')} to fetch: catalogctl images ${run.run_id} --wait`,
    )
  return {
    exitCode: errors > 0 ? exitCodes.incomplete : changed,
    isRefused: false,
    document: { applied: true, draft: headOf(draft), ...remarks, risks, run: headOfRun(run) },
  }
}

/** The storefront's open drafts, newest first. */
export async function readOpenDrafts({ api }: Context): Promise<DraftSummary[]> {
  return await readPages(async (query) => {
    const page = await answerOf(api.GET('/api/products/imports', { params: { query } }))
    return { ...page, items: page.drafts }
  })
}

/** A draft that expires sooner leaves a person no time: a schedule that is as long as its hour meets such ones. */
const leastTimeLeftMs = 10 * 60_000

/** The outcome if an open draft of one of the files is left to a person by these options; null if none is. */
export async function reviewOpenDraft(
  context: Context,
  names: readonly string[],
  options: ChangeOptions,
): Promise<Pick<Reviewed, 'exitCode' | 'document'> | null> {
  const draft = (await readOpenDrafts(context)).find(
    ({ file_name: name, expires_at: end, preview }) =>
      name !== null &&
      names.includes(name) &&
      Date.parse(end) - Date.now() > leastTimeLeftMs &&
      (options.propose || risksOf({ preview }, options).length > 0),
  )
  if (draft === undefined) return null
  context.terminal.say(
    `Nothing was uploaded: an earlier draft of ${draft.file_name} is open (--unless-open).`,
  )
  sayHowToDecide(context, draft)
  const risks = risksOf(draft, options)
  return {
    exitCode: risks.length > 0 ? exitCodes.incomplete : exitCodes.done,
    document: { applied: false, draft, risks, run: null },
  }
}

function sayHowToDecide(
  { terminal }: Context,
  { draft_id: id, expires_at: end, review_url: url }: Pick<Draft, 'draft_id' | 'expires_at' | 'review_url'>,
): void {
  terminal.say(`To decide until ${end}: ${url ?? `catalogctl confirm ${id}`}`)
}

/** Whether an earlier file may have changed what no confirm detects, because the draft's plan does not have it. */
function mayBeOutdated({ preview: { adds, updates, errors, causes } }: Draft): boolean {
  return errors > 0 || adds + updates === 0 || (causes?.some(({ code }) => code === 'sku_left_out') ?? true)
}

async function recheck(context: Context, { draft_id }: Draft, options: ChangeOptions): Promise<Reviewed> {
  const rechecked = context.api.POST('/api/products/imports/{draft_id}/recheck', {
    params: { path: { draft_id } },
  })
  return await reviewDraft(context, await answerOf(rechecked), options)
}

/** The risks of the draft that the caller leaves to a person. */
function risksOf({ preview }: Pick<DraftSummary, 'preview'>, { failOn = [] }: ChangeOptions): string[] {
  if (failOn.length > 0 && preview.risks === undefined)
    throw new ApiError(
      'The service is of an earlier release, which finds no risks: --fail-on needs a newer one.',
      {
        code: 'not_from_the_service',
      },
    )
  return (preview.risks ?? []).filter(({ code }) => failOn.includes(code)).map(({ code }) => code)
}

type Decision = 'apply' | 'nothing' | 'rejected' | 'dry' | 'proposed' | 'risky' | 'errors' | 'declined'

const sentences: Record<Exclude<Decision, 'apply'>, string> = {
  nothing: 'There is nothing to change.',
  rejected: 'There is nothing to change besides the rows with errors.',
  dry: 'Nothing was changed (--dry-run).',
  proposed: 'Nothing was changed: the draft is left to another person (--propose).',
  risky: 'Nothing was changed: the draft is left to a person, because of what it would do (--fail-on).',
  errors: 'Nothing was changed, because of the errors. Say --skip-errors to apply the other rows.',
  declined: 'Nothing was changed.',
}

/** The decision, unless somebody must be asked. */
export function decideUnasked(draft: Draft, options: ChangeOptions): Exclude<Decision, 'declined'> | 'ask' {
  const { adds, updates, errors } = draft.preview
  if (adds + updates === 0) return errors === 0 ? 'nothing' : 'rejected'
  if (options.dryRun) return 'dry'
  if (options.propose) return 'proposed'
  if (risksOf(draft, options).length > 0) return 'risky'
  if (options.yes) return errors === 0 || options.skipErrors ? 'apply' : 'errors'
  return 'ask'
}

async function decide({ terminal }: Context, draft: Draft, options: ChangeOptions): Promise<Decision> {
  const unasked = decideUnasked(draft, options)
  if (unasked !== 'ask') return unasked
  const { adds, updates, errors } = draft.preview
  const without = errors === 0 ? '' : `, without the ${count(errors, 'row')} with errors,`
  const question = `Apply ${count(adds + updates, 'row')}${without} to the catalog of “${draft.storefront_id}”?`
  return (await terminal.ask(question)) ? 'apply' : 'declined'
}

async function confirm({ api, terminal }: Context, { draft_id }: Draft): Promise<Run> {
  terminal.progress('Applying the changes')
  return await answerOf(
    api.POST('/api/products/imports/{draft_id}/confirm', {
      params: { path: { draft_id }, header: { 'Idempotency-Key': randomUUID() } },
    }),
  )
}

export async function cancel({ api }: Context, { draft_id }: Pick<Draft, 'draft_id'>): Promise<void> {
  await api.POST('/api/products/imports/{draft_id}/cancel', { params: { path: { draft_id } } })
}

interface Remarks {
  errors: Remark[]
  warnings: Remark[]
}

/** The number of errors or warnings of rows; unknown in a draft of an earlier release. */
function countOf({ preview: { causes } }: Draft, kind: 'error' | 'warning'): number {
  if (causes === undefined) return Infinity
  return causes.reduce((sum, { severity, rows }) => sum + (severity === kind ? rows : 0), 0)
}

/** The errors and warnings of the file and of its rows, as many as are shown. */
async function readRemarks({ api, terminal }: Context, draft: Draft): Promise<Remarks> {
  const remarks: Remarks = {
    errors: [],
    warnings: draft.warnings.map(({ row, code, message }) => ({
      row: row ?? null,
      column: null,
      code,
      message,
      value: null,
    })),
  }
  const most = terminal.isJson ? Infinity : maxShown
  const errors = Math.min(most, countOf(draft, 'error'))
  const warnings = remarks.warnings.length + Math.min(most, countOf(draft, 'warning'))
  const total = countOf(draft, 'warning') > 0 ? draft.row_count : draft.preview.errors
  let read = 0
  let cursor: string | undefined
  while (read < total && (remarks.errors.length < errors || remarks.warnings.length < warnings)) {
    terminal.progress('Reading the preview', `${read.toLocaleString('en')} of ${count(total, 'row')}`)
    const page = await answerOf(
      api.GET('/api/products/imports/{draft_id}/rows', {
        params: {
          path: { draft_id: draft.draft_id },
          query: {
            ...(countOf(draft, 'warning') === 0 && { kind: ['error'] }),
            limit: 500,
            ...(cursor !== undefined && { cursor }),
          },
        },
      }),
    )
    for (const row of page.rows) {
      remarks.errors.push(...remarksOf(row, row.errors))
      remarks.warnings.push(...remarksOf(row, row.warnings))
    }
    read += page.rows.length
    if (page.next_cursor === null) break
    cursor = page.next_cursor
  }
  terminal.settle()
  return remarks
}

function remarksOf({ row }: DraftRow, problems: DraftRow['errors']): Remark[] {
  return problems.map(({ column, code, message, value }) => ({ row, column, code, message, value }))
}

function showDraft({ terminal }: Context, draft: Draft, { errors, warnings }: Remarks): void {
  const { adds, updates, unchanged, clears, errors: rejected } = draft.preview
  const source = draft.file_name ?? `Undo of ${draft.origin?.run_id ?? 'an import'}`
  terminal.say(
    `${source} (${draft.dialect}), ${count(draft.row_count, 'row')}, storefront ${draft.storefront_id}`,
  )
  const counts = [
    `${adds.toLocaleString('en')} to add`,
    `${updates.toLocaleString('en')} to update`,
    `${unchanged.toLocaleString('en')} unchanged`,
    `${rejected.toLocaleString('en')} with errors`,
  ]
  terminal.say(`${counts.join(', ')}${clears > 0 ? `; ${count(clears, 'field')} would be emptied` : ''}`)
  if (draft.mapping) {
    const columns = Object.entries(draft.mapping.columns).map(([name, column]) => `“${name}” is ${column}`)
    terminal.say(`Columns${draft.mapping.remembered ? ', as remembered' : ''}: ${columns.join(', ')}`)
  }
  const ignored = draft.unknown_columns.map(({ name }) => `“${name}”`).join(', ')
  if (draft.unknown_columns_count > 0)
    terminal.say(`${count(draft.unknown_columns_count, 'column')} ignored: ${ignored}`)
  for (const { code, products } of draft.preview.risks ?? [])
    terminal.say(`Risk: ${code}, ${count(products, 'product')}`)
  showRemarks(terminal, 'Error', errors, countOf(draft, 'error'))
  showRemarks(terminal, 'Warning', warnings, draft.warnings.length + countOf(draft, 'warning'))
}

function showRemarks(terminal: Context['terminal'], kind: string, remarks: Remark[], all: number): void {
  for (const { row, column, message, value } of remarks.slice(0, maxShown)) {
    const place = [row === null ? '' : ` in row ${row}`, column === null ? '' : `, ${column}`].join('')
    const found = value === null ? '' : ` “${value.length > 60 ? `${value.slice(0, 60)}…` : value}”`
    terminal.say(`${kind}${place}${found}: ${message}`)
  }
  const more = (all === Infinity ? remarks.length : all) - maxShown
  if (more > 0)
    terminal.say(`… and ${count(more, `more ${kind.toLowerCase()}`)}. With --json, all are listed.`)
}

/** The draft without the rows of its first page. */
function headOf(draft: Draft): object {
  const { rows: _, next_cursor: _cursor, ...preview } = draft.preview
  return { ...draft, preview }
}

/** The run without the first page of its images. */
function headOfRun(run: Run): object {
  return { ...run, image_outcomes: undefined }
}
