import { ServiceError } from '@catalog/contracts'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { arriving } from './arriving.ts'

/**
 * Reads a request's JSON body.
 * @throws ServiceError unsupported_media_type, and what `parseJson` throws
 */
export async function readJson<Schema extends z.ZodType>(
  ctx: Context,
  schema: Schema,
  maxBytes: number,
): Promise<z.output<Schema>> {
  if (ctx.is('application/json') !== 'application/json')
    throw new ServiceError('unsupported_media_type', 'Send JSON, with "Content-Type: application/json".')
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of arriving(ctx.req)) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxBytes)
      throw new ServiceError(
        'invalid_request',
        `The JSON is larger than ${maxBytes / 1024} KiB. Send it in parts.`,
      )
  }
  return parseJson(Buffer.concat(chunks).toString(), schema)
}

/**
 * @param name what the caller calls the text: a form's field; empty for a body
 * @throws ServiceError invalid_request, which names what is not valid
 */
export function parseJson<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
  name = '',
): z.output<Schema> {
  const read = schema.safeParse(valueOf(text, name))
  if (read.success) return read.data
  const errors = read.error.issues.slice(0, 20).map(({ path, message }) => {
    const parameter = [name, ...path].filter((part) => part !== '').join('.')
    return { parameter, message: `${parameter}: ${message}` }
  })
  throw new ServiceError('invalid_request', `${errors.map(({ message }) => message).join('; ')}.`, { errors })
}

function valueOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const subject = name === '' ? 'The request' : `“${name}”`
    throw new ServiceError('invalid_request', `${subject} is not JSON.`, { cause })
  }
}
