import { MappingIdentity, maxMappingBytes, ServiceError } from '@catalog/contracts'
import type { ErrorDetail, Mapping } from '@catalog/contracts'
import { shortened } from '@catalog/catalog'

/**
 * Reads a form's field `mapping`. Whether the file has these columns is checked where it is read.
 * @throws ServiceError invalid_mapping
 */
export function readMapping(text: string): Mapping {
  if (Buffer.byteLength(text) > maxMappingBytes) {
    throw invalid(`The mapping is larger than ${maxMappingBytes / 1024} KiB. Name fewer columns.`)
  }
  const value = parseJson(text)
  if (!isObject(value)) throw invalid(`The mapping is not a JSON object such as ${example}.`)
  const stranger = Object.keys(value).find((key) => !['columns', 'identity', 'remember'].includes(key))
  if (stranger !== undefined) {
    throw invalid(
      `The mapping has “${shortened(stranger, 60)}” besides “columns”, “identity” and “remember”.`,
    )
  }
  const { columns = {}, identity, remember = false } = value
  if (typeof remember !== 'boolean') throw invalid('“remember” in the mapping is neither true nor false.')
  return { columns: readColumns(columns), identity: readIdentity(identity), remember }
}

const example = '{"columns": {"Price": "variant_price"}, "identity": "variant_sku"}'

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw invalid(`The mapping is not JSON such as ${example}.`, { cause })
  }
}

/** As pairs: a column may be called `__proto__`. */
function readColumns(columns: unknown): Mapping['columns'] {
  if (!isObject(columns)) {
    throw invalid('“columns” in the mapping is not an object of the file’s columns and what they are.')
  }
  return Object.entries(columns).map(([name, target]) => {
    if (typeof target === 'string') return [name, target]
    const column = shortened(name, 200)
    const message = `The mapping does not say by name what “${column}” is. Name one of our columns, or leave it out.`
    throw invalid(message, { errors: [{ column, message }] })
  })
}

function readIdentity(identity: unknown): Mapping['identity'] {
  if (identity === undefined) return null
  const read = MappingIdentity.safeParse(identity)
  if (read.success) return read.data
  throw invalid(`“identity” in the mapping is none of ${MappingIdentity.options.join(', ')}.`)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function invalid(message: string, options: { cause?: unknown; errors?: ErrorDetail[] } = {}): ServiceError {
  return new ServiceError('invalid_mapping', message, options)
}
