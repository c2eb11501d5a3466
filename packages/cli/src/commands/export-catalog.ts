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
}

/** Writes the catalog to a file, or to standard output. */
export async function exportCatalog(
  context: Context,
  { out, status, format }: ExportOptions,
  stdout: Writable & { isTTY?: boolean | undefined },
): Promise<ExitCode> {
  const { terminal, send, retries } = context
  const query = new URLSearchParams({
    ...(status !== undefined && { status }),
    ...(format !== undefined && { format }),
  })
  const open = () => send(`/api/products/export?${query}`)
  if (out === undefined) {
    if (format === 'zip' && stdout.isTTY)
      throw new UsageError('An archive is nothing for a terminal: say --out.')
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
