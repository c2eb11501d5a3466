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
import { refuseToGuess, reviewDraft } from '../review.ts'
import type { Reviewed } from '../review.ts'
import { reasonOf } from '../settings.ts'
import type { Terminal } from '../terminal.ts'

/**
 * Uploads files one after the other, shows the changes of each, and applies them. Stops after the first file that
 * should be applied and is not.
 */
export async function importFiles(
  context: Context,
  files: readonly string[],
  options: ChangeOptions & { mapping?: string | undefined },
): Promise<ExitCode> {
  const { terminal } = context
  refuseToGuess(context, options)
  const mapping = options.mapping === undefined ? null : await readMapping(options.mapping)
  const documents: object[] = []
  const codes = new Set<ExitCode>([exitCodes.done])
  for (const [index, file] of files.entries()) {
    const { exitCode, isApplied, document } = await importFile(context, file, mapping, options).catch(
      (error: unknown) => {
        sayDone(terminal, index, files)
        throw error
      },
    )
    codes.add(exitCode)
    documents.push({ file, ...document })
    const isStopped = !isApplied && !options['dry-run'] && exitCode !== exitCodes.done
    if (isStopped) {
      sayDone(terminal, index, files)
      break
    }
  }
  terminal.sayJson(files.length === 1 ? { ...documents[0] } : { imports: documents })
  const { errors, failed, changes, done } = exitCodes
  return [errors, failed, changes].find((code) => codes.has(code)) ?? done
}

function sayDone(terminal: Terminal, index: number, files: readonly string[]): void {
  if (files.length > 1) terminal.say(`Stopped at ${files[index]}, file ${index + 1} of ${files.length}.`)
}

async function importFile(
  context: Context,
  file: string,
  mapping: string | null,
  options: ChangeOptions,
): Promise<Reviewed> {
  const bytes = await readCatalog(file)
  context.terminal.progress(`Uploading ${basename(file)}`)
  return await reviewDraft(context, await upload(context, basename(file), bytes, mapping), options)
}

/** Repeats use the same key: after a lost answer, they get the first upload's draft. */
async function upload(
  { send, retries }: Context,
  name: string,
  bytes: Buffer<ArrayBuffer>,
  mapping: string | null,
): Promise<Draft> {
  const headers = { 'Idempotency-Key': randomUUID() }
  return await withRetries(retries, async () => {
    const form = new FormData()
    if (mapping !== null) form.append('mapping', mapping)
    form.append('file', new Blob([bytes]), name)
    return await jsonOf<Draft>(await send('/api/products/imports', { method: 'POST', headers, body: form }))
  })
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
