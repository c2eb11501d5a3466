import { errorTable, IdempotencyKey, version } from '@catalog/contracts'
import type { ErrorCode } from '@catalog/contracts'
import { grantedBy, scopes } from '@catalog/catalog/scopes'
import { z } from 'zod'
import type { Answer, Endpoint } from '../context.ts'
import { idempotencyKeyHeader } from '../http/idempotency-key.ts'
import { Problem, problemType } from '../http/problem.ts'

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
      description:
        'Bulk management of a storefront’s catalog by CSV. The storefront is the one that the token names. Every answer carries `X-Request-Id`; errors are problem documents (RFC 9457).',
    },
    servers: [{ url: `${basePath}/` }],
    paths,
    components: {
      schemas: namedSchemas(),
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
    ...Object.entries(endpoint.params.shape).map(([name, schema]) => parameter('path', name, schema)),
    ...Object.entries(endpoint.query.shape).map(([name, schema]) => parameter('query', name, schema)),
    ...(endpoint.takesKey ? [parameter('header', idempotencyKeyHeader, IdempotencyKeyParameter)] : []),
  ]
  return {
    operationId: endpoint.operationId,
    summary: endpoint.summary,
    ...(endpoint.description !== undefined && { description: endpoint.description }),
    security: endpoint.scope === null ? [] : grantedBy[endpoint.scope].map((scope) => ({ bearer: [scope] })),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && {
      requestBody: {
        description: endpoint.body.description,
        required: true,
        content: contentOf(endpoint.body.content),
      },
    }),
    responses: { ...answersOf(endpoint), ...problemsOf(endpoint) },
  }
}

const IdempotencyKeyParameter = IdempotencyKey.describe(
  'Any text, new for each request, such as a UUID. Within 24 hours a repeat with the same key has the answer of the first.',
)

function contentOf(content: Record<string, z.ZodType>): object {
  return Object.fromEntries(
    Object.entries(content).map(([type, schema]) => [type, { schema: schemaOf(schema) }]),
  )
}

function parameter(location: 'path' | 'query' | 'header', name: string, schema: z.core.$ZodType): object {
  const { description, ...rest } = schemaOf(schema)
  return {
    name,
    in: location,
    required: location === 'path',
    ...(description !== undefined && { description }),
    schema: rest,
  }
}

function answersOf({ answers }: Endpoint): Record<string, object> {
  return Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, answerOf(answer)]))
}

function answerOf({ description, content, headers = {} }: Answer): object {
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
    ...(content && { content: contentOf(content) }),
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
        content: { [problemType]: { schema: schemaOf(Problem) } },
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

type JsonSchema = Record<string, unknown>

/** A reference to a named schema; any other schema inline. */
function schemaOf(schema: z.core.$ZodType): JsonSchema {
  const id = z.globalRegistry.get(schema)?.id
  if (id !== undefined) return { $ref: reference(id) }
  return embedded(z.toJSONSchema(schema, { io: 'output', override: stayOpen }))
}

function namedSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: reference, io: 'output', override: stayOpen })
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, embedded(schema)]))
}

/** Answers may gain fields: a validating client must accept additional properties. */
function stayOpen({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema['additionalProperties'] === false) delete jsonSchema['additionalProperties']
}

/** A schema inside the document needs no `$schema` and no `$id`. */
function embedded(schema: object): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'))
}

function reference(id: string): string {
  return `#/components/schemas/${id}`
}
