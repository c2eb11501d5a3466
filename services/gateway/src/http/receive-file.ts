import { fileTooLarge, maxFileBytes, ServiceError } from '@catalog/contracts'
import type { Context } from '../context.ts'
import { arriving } from './arriving.ts'
import { capFile } from './file-cap.ts'
import { workbookType } from '../api/answers.ts'
import { fileNameOf, pathInHeader } from './file-name.ts'
import { maxFormBytes, receiveForm } from './receive-form.ts'
import type { TakeFile } from './file-cap.ts'

/** Accepted content types. Which kind of file it is, import-service finds out from the bytes. */
const types = new Set(['text/csv', workbookType])

const accepted = `Send the file as the multipart field "file", or its bytes with "Content-Type: text/csv" or, of a workbook, "Content-Type: ${workbookType}".`

/**
 * Passes the uploaded file's bytes to `take` as they arrive, with its name, and resolves to its result. The body ends
 * normally only if the whole request was read and is well formed; otherwise it throws, so that an incomplete file is
 * not stored.
 * @throws ServiceError `file_too_large`, `invalid_request`, `unsupported_media_type`, and what `take` throws
 */
export async function receiveFile<T>(ctx: Context, take: TakeFile<T>): Promise<T> {
  const form = typeof ctx.is('multipart/form-data') === 'string'
  refuseOtherTypes(ctx, form)
  refuseDeclaredSize(ctx, form ? maxFormBytes : maxFileBytes)
  if (/100-continue/i.test(ctx.get('Expect'))) ctx.res.writeContinue()
  return form ? receiveForm(ctx, take) : receiveBody(ctx, take)
}

function refuseOtherTypes(ctx: Context, form: boolean): void {
  const encoding = ctx.get('Content-Encoding')
  if (encoding !== '' && encoding.toLowerCase() !== 'identity') {
    throw new ServiceError(
      'unsupported_media_type',
      'Send the file uncompressed, without "Content-Encoding".',
    )
  }
  // Case-insensitive: RFC 9110, 8.3.1.
  if (form || types.has(ctx.request.type.toLowerCase())) return
  if (!hasBody(ctx)) throw new ServiceError('invalid_request', `There is no file. ${accepted}`)
  throw new ServiceError('unsupported_media_type', accepted)
}

function hasBody(ctx: Context): boolean {
  return (ctx.request.length ?? 0) > 0 || ctx.get('Transfer-Encoding') !== ''
}

/** By Content-Length, before a byte is read. */
function refuseDeclaredSize(ctx: Context, maxBytes: number): void {
  if ((ctx.request.length ?? 0) > maxBytes) throw fileTooLarge()
}

async function receiveBody<T>(ctx: Context, take: TakeFile<T>): Promise<T> {
  const body = capFile(arriving(ctx.req))
  const name = fileNameOf(pathInHeader(ctx.get('Content-Disposition')))
  return take(body, { name, mapping: () => null, choice: () => null })
}
