import texts from './openapi-texts.json' with { type: 'json' }

export type JsonSchema = Record<string, unknown>

/** Of a list of values in an answer, which later releases may extend (compatibility.md). */
export const openValues = 'The values of this release are the examples; later ones may have more.'

interface Text {
  description?: string
  example?: unknown
}

const operations = new Map(Object.entries(texts.operations))
const properties = new Map(Object.entries<Text>(texts.properties))

/** Groups of operations, as the document lists them. */
export const tags = texts.tags.map(({ name, description }) => ({ name, description }))

export function tagOf(operationId: string): string | undefined {
  return texts.tags.find((tag) => tag.operations.includes(operationId))?.name
}

export function descriptionOf(operationId: string): string | undefined {
  return operations.get(operationId)
}

/**
 * Describes the properties of a schema, where it does not do so itself, each by the text of the longest end of its path:
 * `Draft.preview.adds`, `preview.adds` or `adds`.
 * @param path of the schema: its name
 */
export function explain(schema: JsonSchema, path: readonly string[]): JsonSchema {
  const explained = { ...schema }
  for (const key of ['items', 'additionalProperties']) {
    if (isSchema(schema[key])) explained[key] = explain(schema[key], path)
  }
  if (Array.isArray(schema['anyOf'])) {
    explained['anyOf'] = schema['anyOf'].map((one: unknown) => (isSchema(one) ? explain(one, path) : one))
  }
  if (isSchema(schema['properties'])) {
    explained['properties'] = Object.fromEntries(
      Object.entries(schema['properties']).map(([name, one]) => [
        name,
        isSchema(one) ? explainProperty(one, [...path, name]) : one,
      ]),
    )
  }
  return explained
}

/** As `explain`, of the property itself as well. */
export function explainProperty(schema: JsonSchema, path: readonly string[]): JsonSchema {
  const text = textOf(path)
  const { description: own, examples: values, ...rest } = explain(schema, path)
  const isDescribed = own !== undefined && own !== openValues
  const description = isDescribed ? own : [text.description, own].filter((one) => one !== undefined).join(' ')
  const isOpen = own === openValues || values === undefined
  const examples = isOpen && 'example' in text ? withFirst(text.example, values) : values
  return {
    ...rest,
    ...(description !== '' && { description }),
    ...(examples !== undefined && { examples }),
  }
}

/** An example of the whole schema, made of those of its parts; undefined if one of them has none. */
export function exampleOf(schema: unknown, named: Record<string, JsonSchema>): unknown {
  if (!isSchema(schema)) return undefined
  const { $ref, examples, enum: values, const: only, properties: parts, items, anyOf } = schema
  if (Array.isArray(examples)) return examples[0]
  if (Array.isArray(values)) return values[0]
  if (only !== undefined) return only
  if (typeof $ref === 'string') return exampleOf(named[$ref.slice($ref.lastIndexOf('/') + 1)], named)
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0], named)
  if (isSchema(items)) {
    const item = exampleOf(items, named)
    return item === undefined ? undefined : [item]
  }
  if (!isSchema(parts)) return undefined
  const examplesOfParts = Object.entries(parts).map(([name, part]) => [name, exampleOf(part, named)] as const)
  const isWhole = examplesOfParts.every(([, example]) => example !== undefined)
  return isWhole ? Object.fromEntries(examplesOfParts) : undefined
}

function textOf(path: readonly string[]): Text {
  const ends = path.map((_, from) => path.slice(from).join('.'))
  return ends.map((end) => properties.get(end)).find((text) => text !== undefined) ?? {}
}

function withFirst(example: unknown, values: unknown): unknown[] {
  const others: unknown[] = Array.isArray(values) ? values : []
  return [example, ...others.filter((value) => value !== example)]
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
