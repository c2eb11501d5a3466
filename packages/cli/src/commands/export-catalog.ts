import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { throwBrokenOff } from '../client.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { UsageError } from '../failures.ts'
import { withRetries } from '../retries.ts'
import { writeWholeFile } from '../whole-file.ts'

export interface ExportOptions {
  out?: string | undefined
  status?: string | undefined
  format?: string | undefined
  columns?: string | undefined
  handle?: string[] | undefined
  sku?: string[] | undefined
  vendor?: string | undefined
  productType?: string | undefined
  tag?: string | undefined
  changedAfter?: number | undefined
}

type Output = Writable & { isTTY?: boolean | undefined }

/** Writes the catalog to a file, or to standard output. */
export async function exportCatalog(
  context: Context,
  { out, productType, changedAfter, ...choices }: ExportOptions,
  stdout: Output,
): Promise<ExitCode> {
  if (out === undefined && (choices.format ?? 'csv') !== 'csv' && stdout.isTTY)
    throw new UsageError('Only a CSV is readable on a terminal: add --out.')
  const parameters = { ...choices, product_type: productType, changed_after: changedAfter }
  return await download(context, '/api/products/export', parameters, out, stdout)
}

export interface AbsentOptions {
  out?: string | undefined
  vendor?: string | undefined
  productType?: string | undefined
  tag?: string | undefined
}

/** Writes the products that a draft's file does not name. */
export async function exportAbsent(
  context: Context,
  draftId: string,
  { out, vendor, productType, tag }: AbsentOptions,
  stdout: Output,
): Promise<ExitCode> {
  const path = `/api/products/imports/${encodeURIComponent(draftId)}/absent.csv`
  return await download(context, path, { vendor, product_type: productType, tag }, out, stdout)
}

async function download(
  { terminal, send, retries }: Context,
  path: string,
  parameters: Record<string, string | number | string[] | undefined>,
  out: string | undefined,
  stdout: Writable,
): Promise<ExitCode> {
  if (out === undefined && terminal.isJson)
    throw new UsageError('Standard output is the file itself: say --out as well as --json.')
  const query = new URLSearchParams()
  for (const [name, values = []] of Object.entries(parameters))
    for (const value of [values].flat()) query.append(name, String(value))
  const open = () => send(`${path}?${query}`)
  if (out === undefined) {
    // What has been written cannot be taken back: only the beginning is tried again.
    await writeAll(stdout, piecesOf(await withRetries(retries, open)))
    return exitCodes.done
  }
  let bytes = 0
  await withRetries(retries, async () => {
    bytes = 0
    const pieces = piecesOf(await open(), (received) => {
      bytes += received
      terminal.progress('Exporting', `${(bytes / 1_000_000).toFixed(1)} MB`)
    })
    await writeWholeFile(out, pieces)
  })
  terminal.say(`${out}: ${bytes.toLocaleString('en')} bytes`)
  terminal.sayJson({ file: out, bytes })
  return exitCodes.done
}

/** The body, which ends normally only if all of it has arrived. */
async function* piecesOf(
  { body }: Response,
  onBytes: (count: number) => void = () => {},
): AsyncGenerator<Uint8Array, void> {
  const reader = body?.getReader()
  for (;;) {
    const { done = true, value } = (await reader?.read().catch(throwBrokenOff)) ?? {}
    if (done || value === undefined) return
    onBytes(value.length)
    yield value
  }
}

async function writeAll(stdout: Writable, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const piece of pieces) if (!stdout.write(piece)) await once(stdout, 'drain')
}
