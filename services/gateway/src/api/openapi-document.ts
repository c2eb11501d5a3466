import { errorTable, IdempotencyKey, version } from '@catalog/contracts'
import type { ErrorCode } from '@catalog/contracts'
import { grantedBy, scopes } from '@catalog/catalog/scopes'
import { z } from 'zod'
import type { Answer, Endpoint } from '../context.ts'
import { idempotencyKeyHeader } from '../http/idempotency-key.ts'
import { Problem, problemType } from '../http/problem.ts'
import {
  descriptionOf,
  exampleOf,
  explain,
  explainProperty,
  openValues,
  tagOf,
  tags,
} from './openapi-texts.ts'
import type { JsonSchema } from './openapi-texts.ts'

const everywhere: readonly ErrorCode[] = ['invalid_request', 'not_acceptable', 'internal']
const everySecured: readonly ErrorCode[] = [
  'unauthenticated',
  'insufficient_scope',
  'rate_limited',
  'unavailable',
  'timeout',
]

/** The OpenAPI 3.1 document of these endpoints, made from the schemas that validate their requests and answers. */
export function openApiDocument(endpoints: readonly Endpoint[], basePath = ''): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method]: operation(endpoint) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Catalog Import/Export',
      version,
      contact: { name: 'Operators of this installation' },
      description:
        'Bulk management of a storefront’s catalog by CSV. The storefront is the one that the token names. Every answer carries `X-Request-Id`; errors are problem documents (RFC 9457).',
    },
    servers: [{ url: `${basePath}/` }],
    tags,
    paths,
    components: {
      schemas: namedSchemas(paths),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: `A JWT with \`sub\`, \`storefront_id\`, \`exp\` and \`scope\`, which holds ${scopes.join(', ')} or some of them, separated by spaces.`,
        },
      },
    },
  }
}

function operation(endpoint: Endpoint): object {
  const parameters = [
    ...Object.entries(endpoint.params.shape).map(([name, schema]) =>
      parameter('path', name, schema, endpoint),
    ),
    ...Object.entries(endpoint.query.shape).map(([name, schema]) =>
      parameter('query', name, schema, endpoint),
    ),
    ...(endpoint.takesKey
      ? [parameter('header', idempotencyKeyHeader, IdempotencyKeyParameter, endpoint)]
      : []),
  ]
  return {
    operationId: endpoint.operationId,
    tags: [tagOf(endpoint.operationId)],
    summary: endpoint.summary,
    description: [descriptionOf(endpoint.operationId), scopeText(endpoint)].join(''),
    // Only schemes of OAuth 2 can list scopes.
    security: endpoint.scope === null ? [] : [{ bearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && {
      requestBody: {
        description: endpoint.body.description,
        required: true,
        content: contentOf(endpoint.body.content, 'request', endpoint.operationId),
      },
    }),
    responses: { ...answersOf(endpoint), ...problemsOf(endpoint) },
  }
}

function scopeText({ scope }: Endpoint): string {
  if (scope === null) return ''
  const names = grantedBy[scope].map((name) => `\`${name}\``)
  return `\n\nScope: ${names.join(' or ')}.`
}

const IdempotencyKeyParameter = IdempotencyKey.describe(
  'Any text, new for each request, such as a UUID. Within 24 hours a repeat with the same key has the answer of the first.',
)

function contentOf(content: Record<string, z.ZodType>, direction: Direction, path: string): object {
  return Object.fromEntries(
    Object.entries(content).map(([type, one]) => {
      const schema = schemaOf(one, direction, path)
      const example = exampleOf(schema, allSchemas()[direction])
      return [type, { schema, ...(example !== undefined && { example }) }]
    }),
  )
}

function parameter(
  location: 'path' | 'query' | 'header',
  name: string,
  schema: z.core.$ZodType,
  { operationId }: Endpoint,
): object {
  const path = [operationId, 'parameters', name]
  const { description, examples, ...rest } = explainProperty(schemaOf(schema, 'request'), path)
  const [example] = Array.isArray(examples) ? examples : []
  return { name, in: location, required: location === 'path', description, example, schema: rest }
}

function answersOf({ answers, operationId }: Endpoint): Record<string, object> {
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [status, answerOf(answer, operationId)]),
  )
}

function answerOf({ description, content, headers = {} }: Answer, operationId: string): object {
  return {
    description,
    headers: {
      ...requestIdHeader,
      ...Object.fromEntries(
        Object.entries(headers).map(([name, text]) => [
          name,
          { description: text, schema: { type: 'string' } },
        ]),
      ),
    },
    ...(content && { content: contentOf(content, 'answer', operationId) }),
  }
}

/** One response for each status, listing its codes. */
function problemsOf({ scope, errors }: Endpoint): Record<string, object> {
  const codes = new Set([...errors, ...everywhere, ...(scope === null ? [] : everySecured)])
  const byStatus = Map.groupBy(codes, (code) => errorTable[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${errorTable[code].title}.`).join(' '),
        headers: { ...requestIdHeader, ...(status === 429 || status === 503 ? retryAfterHeader : {}) },
        content: { [problemType]: { schema: schemaOf(Problem, 'answer') } },
      },
    ]),
  )
}

const requestIdHeader = {
  'X-Request-Id': { description: 'The id of the request.', schema: { type: 'string' } },
}
const retryAfterHeader = {
  'Retry-After': { description: 'Seconds after which to try again.', schema: { type: 'integer' } },
}

/** A request is described as callers may send it, an answer as it is sent. */
type Direction = 'request' | 'answer'

/** A reference to a named schema; any other schema inline, as the parameters, which are described as they are read. */
function schemaOf(schema: z.core.$ZodType, direction: Direction, path?: string): JsonSchema {
  const id = z.globalRegistry.get(schema)?.id
  if (id !== undefined) return { $ref: reference(id, direction) }
  const inline = embedded(z.toJSONSchema(schema, { io: 'output', override: overrides[direction] }))
  return path === undefined ? inline : explain(inline, [path])
}

/** The named schemas of requests and answers that the paths refer to, directly or not. */
function namedSchemas(paths: object): Record<string, JsonSchema> {
  const all = { ...allSchemas().request, ...allSchemas().answer }
  const used = new Set<string>()
  const add = (part: object) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = all[name]
      if (schema === undefined || used.has(name)) continue
      used.add(name)
      add(schema)
    }
  }
  add(paths)
  return Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)))
}

function schemasOf(direction: Direction): Record<string, JsonSchema> {
  const { schemas: all } = z.toJSONSchema(z.globalRegistry, {
    uri: (id) => reference(id, direction),
    io: direction === 'request' ? 'input' : 'output',
    override: overrides[direction],
  })
  return Object.fromEntries(
    Object.entries(all).map(([id, schema]) => [nameOf(id, direction), explain(embedded(schema), [id])]),
  )
}

const overrides = {
  request: ({ jsonSchema }: { jsonSchema: JsonSchema }) => simplify(jsonSchema),
  answer: ({ jsonSchema }: { jsonSchema: JsonSchema }) => {
    simplify(jsonSchema)
    stayOpen(jsonSchema)
  },
}

let made: Record<Direction, Record<string, JsonSchema>> | undefined
/** Made when the document is asked for: a gateway that starts needs none. */
const allSchemas = () => (made ??= { request: schemasOf('request'), answer: schemasOf('answer') })

/** Alternatives that zod would shorten to a list of types. */
const Plain = z.array(z.strictObject({ type: z.string() }))

/**
 * Without what says nothing of this schema: bounds that every integer of JavaScript has, the dialect of JSON Schema. A text
 * or a number stays an alternative: generators of typed languages know no list of types but with null.
 */
function simplify(schema: JsonSchema): void {
  delete schema['$schema']
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum']
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum']
  const types = Plain.safeParse(schema['anyOf']).data ?? []
  if (types.length === 0 || types.some(({ type }) => type === 'null')) return
  schema['oneOf'] = types
  delete schema['anyOf']
}

/** Answers may gain fields and values (compatibility.md): a validating client must accept those that it does not know. */
function stayOpen(schema: JsonSchema): void {
  if (schema['additionalProperties'] === false) delete schema['additionalProperties']
  if (schema['enum'] === undefined) return
  schema['examples'] = schema['enum']
  schema['description'] =
    typeof schema['description'] === 'string' ? `${schema['description']} ${openValues}` : openValues
  delete schema['enum']
}

/** A schema inside the document needs no `$schema` and no `$id`. */
function embedded(schema: object): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'))
}

function reference(id: string, direction: Direction): string {
  return `#/components/schemas/${nameOf(id, direction)}`
}

/** Each has a name of its own, which stays when the other begins to be used. */
function nameOf(id: string, direction: Direction): string {
  return direction === 'request' ? `${id}Input` : id
}
