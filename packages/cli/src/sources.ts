import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { createAddressGuard } from '@catalog/address-guard'
import type { AddressGuard } from '@catalog/address-guard'
import { openUrl } from './download.ts'
import { ApiError, CommandError, UsageError } from './failures.ts'
import { maxFileBytes } from './limits.ts'
import { reasonOf } from './settings.ts'

export interface SourceFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

export interface SourceSurroundings {
  env: Record<string, string | undefined>
  streams: { stdin: Readable }
}

/** The name under which the history lists what a source contains. */
export function nameOfSource(source: string): string {
  if (source === '-') return 'standard-input.csv'
  return isUrl(source) ? basename(new URL(source).pathname) || 'download.csv' : basename(source)
}

/**
 * Reads a file, standard input (`-`) or a URL, up to the size of an import.
 * @throws CommandError or ApiError
 */
export async function readSource(source: string, { env, streams }: SourceSurroundings): Promise<SourceFile> {
  const name = nameOfSource(source)
  if (isUrl(source)) {
    await using body = await openUrl(source, guardOf(env))
    return { name, bytes: await readWhole(body.stream) }
  }
  if (source === '-') return { name, bytes: await readWhole(streams.stdin) }
  const { size } = await stat(source).catch(unreadable)
  if (size > maxFileBytes) throw tooLarge()
  return { name, bytes: await readWhole(createReadStream(source)).catch(unreadable) }
}

function guardOf(env: SourceSurroundings['env']): AddressGuard {
  const listOf = (name: string) => (env[name] ?? '').split(',').filter((item) => item !== '')
  try {
    return createAddressGuard({
      allowedHosts: listOf('CATALOG_ALLOWED_HOSTS'),
      deniedCidrs: listOf('CATALOG_DENIED_CIDRS'),
    })
  } catch (error) {
    throw new UsageError(
      'CATALOG_ALLOWED_HOSTS is a list of host:port, CATALOG_DENIED_CIDRS one of ranges such as 10.0.0.0/8, separated by commas.',
      { cause: error },
    )
  }
}

function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source)
}

async function readWhole(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of stream) {
    size += piece.length
    if (size > maxFileBytes) throw tooLarge()
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function tooLarge(): ApiError {
  return new ApiError('The file is larger than 10 MB. Split it (catalogctl split), and import its parts.', {
    status: 413,
    code: 'file_too_large',
  })
}

function unreadable(error: unknown): never {
  if (error instanceof ApiError) throw error
  throw new CommandError(`The file cannot be read: ${reasonOf(error)}.`, { cause: error })
}
