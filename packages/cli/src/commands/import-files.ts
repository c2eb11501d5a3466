import { randomUUID } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { jsonOf } from '../client.ts'
import type { Draft } from '../client.ts'
import type { ChangeOptions, Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { ApiError, UsageError } from '../failures.ts'
import { maxFileBytes } from '../limits.ts'
import { withRetries } from '../retries.ts'
import type { RetryOptions } from '../retries.ts'
import { cancel, decideUnasked, refuseToGuess, reviewDraft } from '../review.ts'
import { reasonOf } from '../settings.ts'
import type { Terminal } from '../terminal.ts'

/**
 * Uploads files one after the other, shows the changes of each, and applies them. Stops after the first file that
 * should be applied and is not. While a file is applied without a question, the next one is uploaded.
 */
export async function importFiles(
  context: Context,
  files: readonly string[],
  options: ChangeOptions & { mapping?: string | undefined },
): Promise<ExitCode> {
  const { terminal } = context
  refuseToGuess(context, options)
  const mapping = options.mapping === undefined ? null : await readMapping(options.mapping)
  const uploads = files.map((file) => ({ file, mapping, key: randomUUID() }))
  const documents: object[] = []
  const codes = new Set<ExitCode>([exitCodes.done])
  let early: Promise<Draft | null> | null = null
  try {
    for (const [index, current] of uploads.entries()) {
      terminal.progress(`Uploading ${basename(current.file)}`)
      // Also if it failed: its answer may have been lost, and a repeat gets the same draft.
      const isEarly = early !== null
      const draft = (await early) ?? (await upload(context, current, context.retries))
      early = null
      const next = uploads[index + 1]
      if (next && decideUnasked(draft, options) === 'apply') early = uploadEarly(context, next)
      const { exitCode, isApplied, document } = await reviewDraft(context, draft, options, isEarly)
      codes.add(exitCode)
      documents.push({ file: current.file, ...document })
      const isStopped = !isApplied && !options['dry-run'] && exitCode !== exitCodes.done
      if (isStopped) {
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
  const { errors, failed, changes, done } = exitCodes
  return [errors, failed, changes].find((code) => codes.has(code)) ?? done
}

function sayStopped(terminal: Terminal, index: number, files: readonly string[]): void {
  if (files.length > 1) terminal.say(`Stopped at ${files[index]}, file ${index + 1} of ${files.length}.`)
}

interface Upload {
  file: string
  mapping: string | null
  /** Repeats use the same key: after a lost answer, they get the first upload's draft. */
  key: string
}

async function upload(
  { send }: Context,
  { file, mapping, key }: Upload,
  retries: RetryOptions,
): Promise<Draft> {
  const bytes = await readCatalog(file)
  return await withRetries(retries, async () => {
    const form = new FormData()
    if (mapping !== null) form.append('mapping', mapping)
    form.append('file', new Blob([bytes]), basename(file))
    const headers = { 'Idempotency-Key': key }
    return await jsonOf<Draft>(await send('/api/products/imports', { method: 'POST', headers, body: form }))
  })
}

/** Tries once; null if that fails, for any reason: it is uploaded again when the file before it has been applied. */
async function uploadEarly(context: Context, next: Upload): Promise<Draft | null> {
  return await upload(context, next, { ...context.retries, pausesMs: [] }).catch(() => null)
}

async function readCatalog(file: string): Promise<Buffer<ArrayBuffer>> {
  const { size } = await stat(file).catch(unreadable)
  if (size > maxFileBytes) {
    throw new ApiError('The file is larger than 10 MB. Split it (catalog split), and import its parts.', {
      status: 413,
      code: 'file_too_large',
    })
  }
  return await readFile(file).catch(unreadable)
}

async function readMapping(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(unreadable)
  try {
    JSON.parse(text)
  } catch (error) {
    throw new UsageError(`The mapping ${file} is not JSON.`, { cause: error })
  }
  return text
}

function unreadable(error: unknown): never {
  throw new UsageError(`The file cannot be read: ${reasonOf(error)}.`, { cause: error })
}
