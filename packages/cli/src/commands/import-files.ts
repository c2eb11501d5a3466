import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { jsonOf } from '../client.ts'
import type { Draft } from '../client.ts'
import type { ChangeOptions, Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { CommandError, UsageError } from '../failures.ts'
import { withRetries } from '../retries.ts'
import type { RetryOptions } from '../retries.ts'
import { cancel, decideUnasked, refuseToGuess, reviewDraft, reviewOpenDraft } from '../review.ts'
import { reasonOf } from '../settings.ts'
import { nameOfSource, readSource } from '../sources.ts'
import type { SourceFile, SourceSurroundings } from '../sources.ts'
import type { Terminal } from '../terminal.ts'

export interface ImportOptions extends ChangeOptions {
  mapping?: string | undefined
  only?: 'existing' | 'new' | undefined
  withoutFields?: string[] | undefined
}

/**
 * Uploads files one after the other, shows the changes of each, and applies them. Stops after the first file that
 * should be applied and is not. While a file is applied without a question, the next one is uploaded.
 */
export async function importFiles(
  context: Context,
  files: readonly string[],
  options: ImportOptions,
  surroundings: SourceSurroundings,
): Promise<ExitCode> {
  const { terminal } = context
  refuseToGuess(context, options)
  if (files.filter((file) => file === '-').length > 1)
    throw new UsageError('Standard input can be read once only.')
  const open = options.unlessOpen ? await reviewOpenDraft(context, files.map(nameOfSource), options) : null
  if (open !== null) {
    terminal.sayJson(open.document)
    return open.exitCode
  }
  const fields = {
    ...(options.mapping !== undefined && { mapping: await readMapping(options.mapping) }),
    ...choiceOf(options),
  }
  const uploads = files.map((file): Upload => ({ file, fields, key: randomUUID(), content: null }))
  const send = async (next: Upload, retries: RetryOptions) => {
    // Once: a repeated upload is the same one, and standard input is gone.
    next.content ??= readSource(next.file, surroundings)
    return await upload(context, { ...next, ...(await next.content) }, retries)
  }
  const documents: object[] = []
  const codes = new Set<ExitCode>([exitCodes.done])
  let early: Promise<Draft | null> | null = null
  try {
    for (const [index, current] of uploads.entries()) {
      terminal.progress(`Uploading ${nameOfSource(current.file)}`)
      // Also if it failed: its answer may have been lost, and a repeat gets the same draft.
      const isEarly = early !== null
      const draft = (await early) ?? (await send(current, context.retries))
      current.content = null
      early = null
      const next = uploads[index + 1]
      if (next && decideUnasked(draft, options) === 'apply') {
        // Null if it fails, for any reason: it is uploaded again when the file before it has been applied.
        early = send(next, { ...context.retries, pausesMs: [] }).catch(() => null)
      }
      const { exitCode, isRefused, document } = await reviewDraft(context, draft, options, { isEarly })
      codes.add(exitCode)
      documents.push({ file: current.file, ...document })
      if (isRefused) {
        sayStopped(terminal, index, files)
        break
      }
    }
  } catch (error) {
    sayStopped(terminal, documents.length, files)
    throw error
  } finally {
    const unused = await early
    // Otherwise it expires within the hour.
    if (unused) await cancel(context, unused).catch(() => {})
  }
  terminal.sayJson(files.length === 1 ? { ...documents[0] } : { imports: documents })
  const { incomplete, failed, changed, done } = exitCodes
  return [incomplete, failed, changed].find((code) => codes.has(code)) ?? done
}

function choiceOf({ only, withoutFields }: ImportOptions): { choice?: string } {
  if (only === undefined && withoutFields === undefined) return {}
  return { choice: JSON.stringify({ products: only, without_fields: withoutFields }) }
}

function sayStopped(terminal: Terminal, index: number, files: readonly string[]): void {
  if (files.length > 1) terminal.say(`Stopped at ${files[index]}, file ${index + 1} of ${files.length}.`)
}

interface Upload {
  file: string
  fields: Record<string, string>
  /** Repeats use the same key: after a lost answer, they get the first upload's draft. */
  key: string
  content: Promise<SourceFile> | null
}

async function upload(
  { send }: Context,
  { fields, key, name, bytes }: Omit<Upload, 'content'> & SourceFile,
  retries: RetryOptions,
): Promise<Draft> {
  return await withRetries(retries, async () => {
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    form.append('file', new Blob([bytes]), name)
    const headers = { 'Idempotency-Key': key }
    return await jsonOf<Draft>(await send('/api/products/imports', { method: 'POST', headers, body: form }))
  })
}

async function readMapping(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandError(`The mapping cannot be read: ${reasonOf(error)}.`, { cause: error })
  })
  try {
    JSON.parse(text)
  } catch (error) {
    throw new CommandError(`The mapping ${file} is not JSON.`, { cause: error })
  }
  return text
}
