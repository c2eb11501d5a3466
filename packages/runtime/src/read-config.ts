import type { z } from 'zod'

/** The environment is not valid; the message names every problem, in one line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads the variables that the schema names; its property names are theirs. Empty variables count as unset. Values
 * marked `.meta({ secret: true })` never appear in the error.
 */
export function readConfig<Schema extends z.ZodObject>(
  schema: Schema,
  env: Readonly<Record<string, string | undefined>> = process.env,
): z.output<Schema> {
  const names = Object.keys(schema.shape)
  const values = Object.fromEntries(names.map((name) => [name, env[name] === '' ? undefined : env[name]]))
  const parsed = schema.safeParse(values)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path, message }) => {
    const name = String(path[0] ?? 'environment')
    return `${name}${valueOf(schema, name, values[name])}: ${message}`
  })
  throw new ConfigError(`the environment is not valid: ${problems.join('; ')}`)
}

function valueOf(schema: z.ZodObject, name: string, value: string | undefined): string {
  if (value === undefined) return name in schema.shape ? ' (unset)' : ''
  return isSecret(schema.shape[name]) ? ' (value not shown)' : ` (${JSON.stringify(value)})`
}

/** The mark may be on the type inside an optional or a default. */
function isSecret(type: unknown): boolean {
  if (!isType(type)) return false
  if (type.meta()?.['secret'] === true) return true
  const inner = type.def
  return 'innerType' in inner && isSecret(inner.innerType)
}

function isType(type: unknown): type is z.ZodType {
  return typeof type === 'object' && type !== null && 'meta' in type && 'def' in type
}
