import { Validator } from '@seriousme/openapi-schema-validator'
import { grantedBy } from '@catalog/catalog/scopes'
import { describe, expect, test } from '@jest/globals'
import { api, errorTable, IdempotencyKey } from '@catalog/contracts'
import type { ApiOperation } from '@catalog/contracts'
import { z } from 'zod'
import type { Answer, Endpoint } from '../context.ts'
import { workbookType } from './answers.ts'
import { findEndpoint } from './find-endpoint.ts'
import { openApiDocument } from './openapi-document.ts'
import { exampleOf } from './openapi-texts.ts'
import type { JsonSchema } from './openapi-texts.ts'
import texts from './openapi-texts.json' with { type: 'json' }
import { endpoints } from './index.ts'

const Parameter = z.object({
  name: z.string(),
  description: z.string(),
  example: z.unknown(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  schema: z.unknown(),
})
const Operation = z.object({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  description: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(Parameter).default([]),
  responses: z.record(
    z.string(),
    z.object({
      description: z.string(),
      content: z.record(z.string(), z.object({ example: z.unknown().optional() })).optional(),
    }),
  ),
})
const Document = z.object({
  openapi: z.string(),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
})

// Serialised, as a caller gets it.
const text = JSON.stringify(openApiDocument(endpoints))
const document = Document.parse(JSON.parse(text))

const operationOf = ({ path, method }: Endpoint) => Operation.parse(document.paths[path]?.[method])

const json = 'application/json'
const isJson = ({ content = {} }: Answer) => Object.keys(content).every((type) => type === json)
/** Null of an answer without a body. */
const nameOf = (schema?: z.ZodType | null) => (schema ? z.globalRegistry.get(schema)?.id : null)
const parametersOf = (schema: z.ZodObject) =>
  z.toJSONSchema(schema, { override: ({ jsonSchema }) => delete jsonSchema.description }).properties

const inOrder = (one: string, other: string) => one.localeCompare(other)

/** Every property in a schema, at any depth. */
function propertiesOf(schema: unknown, path: string[]): { path: string[]; schema: JsonSchema }[] {
  const { properties = {}, items, additionalProperties, anyOf = [] } = Parts.parse(schema)
  const own = Object.entries(properties).map(([name, one]) => ({ path: [...path, name], schema: one }))
  const below = own.flatMap((one) => propertiesOf(one.schema, one.path))
  const others = [items, additionalProperties, ...anyOf].filter((one) => typeof one === 'object')
  return own.concat(
    below,
    others.flatMap((one) => propertiesOf(one, path)),
  )
}

const Parts = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  items: z.unknown().optional(),
  additionalProperties: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
})

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(JSON.parse(text))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  test('has the schemas that it refers to, and no other', () => {
    const names = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name),
    )
    expect(names.size).toBeGreaterThan(20)
    expect(names).toEqual(new Set(Object.keys(document.components.schemas)))
  })

  test('limits what is sent to the values that are taken, and what is answered to none', () => {
    const { schemas } = document.components
    const answers = Object.fromEntries(Object.entries(schemas).filter(([name]) => !name.endsWith('Input')))
    expect(JSON.stringify(answers)).not.toMatch(/"enum"|"additionalProperties":false/)
    expect(schemas).toMatchObject({
      ChoiceInput: {
        additionalProperties: false,
        properties: { products: { enum: ['all', 'existing', 'new'] } },
      },
      Choice: { properties: { products: { examples: ['all', 'existing', 'new'] } } },
    })
    const { parameters } = Operation.parse(document.paths['/api/products']?.['get'])
    expect(parameters.find(({ name }) => name === 'order')).toMatchObject({
      schema: { enum: ['handle', 'changed'] },
    })
  })

  test('requires of a request only what has no default', () => {
    expect(document.components.schemas).toMatchObject({
      ChoiceInput: expect.not.objectContaining({ required: expect.anything() }),
      Choice: { required: ['products', 'without_handles', 'without_fields'] },
    })
  })

  test('explains each property, with an example', () => {
    const { schemas } = document.components
    const named = Object.entries(schemas).flatMap(([name, schema]) =>
      propertiesOf(schema, [name.replace(/Input$/, '')]),
    )
    const inline = endpoints.flatMap(({ operationId, answers }) =>
      Object.values(answers).flatMap(({ content = {} }) =>
        Object.values(content).flatMap((schema) =>
          nameOf(schema) === undefined ? propertiesOf(z.toJSONSchema(schema), [operationId]) : [],
        ),
      ),
    )
    expect(named.length).toBeGreaterThan(300)
    const bare = named.filter(
      ({ schema }) => schema['description'] === undefined || exampleOf(schema, schemas) === undefined,
    )
    // The bytes of a file.
    expect(bare.map(({ path }) => path.join('.'))).toEqual(['UploadForm.file'])

    const parameters = Object.values(document.paths)
      .flatMap((operations) => Object.values(operations))
      .flatMap((one) => one.parameters.map(({ name }) => [one.operationId, 'parameters', name]))
    const paths = [...named, ...inline].map(({ path }) => path).concat(parameters)
    const keys = new Set(Object.keys(texts.properties))
    const used = paths.map((path) =>
      path.map((_, at) => path.slice(at).join('.')).find((end) => keys.has(end)),
    )
    expect(new Set(used.filter((key) => key !== undefined))).toEqual(keys)
  })

  test('explains each operation and parameter, and has a valid example of each body of JSON or CSV', () => {
    const tags = texts.tags.flatMap(({ operations }) => operations)
    expect(tags.toSorted(inOrder)).toEqual(endpoints.map(({ operationId }) => operationId).toSorted(inOrder))
    for (const endpoint of endpoints) {
      const operation = operationOf(endpoint)
      for (const { name, description, example } of operation.parameters) {
        expect(description).toMatch(/./)
        const schema = endpoint.query.shape[name] ?? endpoint.params.shape[name] ?? IdempotencyKey
        const sent = Array.isArray(example) ? example : String(example)
        expect(z.safeParse(schema, sent).error).toBeUndefined()
      }
      for (const [status, { content = {} }] of Object.entries(endpoint.answers)) {
        for (const [type, schema] of Object.entries(content)) {
          const { example } = operation.responses[status]?.content?.[type] ?? {}
          if (type === json) expect(schema.safeParse(example).error).toBeUndefined()
          else if (type === 'text/csv') expect(example).toMatch(/^\uFEFF?\w+,.+\r\n/s)
          else expect(['image/webp', 'application/zip', workbookType]).toContain(type)
        }
      }
    }
  })

  test('has no bounds that every integer has', () => {
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER))
  })

  test('gives each property one type, or null besides, so that clients can be generated in typed languages', () => {
    const named = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      propertiesOf(schema, [name]),
    )
    const untyped = named.filter(
      ({ schema }) => !['type', '$ref', 'anyOf', 'oneOf'].some((key) => key in schema),
    )
    expect(untyped.map(({ path }) => path.join('.'))).toEqual([])
    expect(/"type":\["(?!null)\w+","(?!null)/.exec(text)).toBeNull()
  })

  test('has every endpoint that is mounted, and no other', () => {
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    )
    const mounted = findEndpoint(endpoints).stack.map(({ methods, path }) => {
      const method = methods.find((name) => name !== 'HEAD')?.toLowerCase()
      return `${method} ${String(path).replaceAll(/:(\w+)/g, '{$1}')}`
    })
    expect(documented.sort()).toEqual(mounted.sort())
  })

  test('names each operation once', () => {
    const names = endpoints.map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(names.length)
  })

  test.each(endpoints.map((endpoint) => [endpoint.operationId, endpoint] as const))(
    '%s: declares each part of its path, its scope, and its codes',
    (_name, endpoint) => {
      const operation = operationOf(endpoint)
      const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = operation.parameters.filter((parameter) => parameter.in === 'path')
      expect(declared.map(({ name }) => name)).toEqual(inPath)
      expect(declared.every(({ required }) => required)).toBe(true)
      const { scope } = endpoint
      expect(operation.security).toEqual(scope === null ? [] : [{ bearer: [] }])
      const [, named = ''] = /^Scope: (.+)\.$/m.exec(operation.description) ?? []
      expect(named).toBe(scope === null ? '' : grantedBy[scope].map((one) => `\`${one}\``).join(' or '))
      for (const code of endpoint.errors) {
        expect(operation.responses[errorTable[code].status]?.description).toContain(code)
      }
      if (endpoint.scope !== null) {
        for (const status of [401, 403, 429, 500, 503, 504])
          expect(operation.responses).toHaveProperty(`${status}`)
      }
    },
  )

  test('says of the endpoints for JSON what our clients are typed by', () => {
    const declared = endpoints
      .filter(({ scope, answers }) => scope !== null && Object.values(answers).every(isJson))
      .map(({ method, path, query, takesKey, answers }) => {
        const { 304: _unchanged, ...bodies } = answers
        const names = Object.values(bodies).map(({ content }) => nameOf(content?.[json]))
        return [`${method} ${path}`, { query: parametersOf(query), takesKey, answers: new Set(names) }]
      })
    const typed = Object.entries(api).flatMap(([path, operations]) =>
      Object.entries<ApiOperation>(operations).map(([method, { query, takesKey, answer }]) => [
        `${method} ${path}`,
        { query: parametersOf(query ?? z.object()), takesKey, answers: new Set([nameOf(answer)]) },
      ]),
    )
    expect(Object.fromEntries(typed)).toEqual(Object.fromEntries(declared))
  })

  test('has each code of the error table somewhere', () => {
    const described = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).flatMap(({ responses }) =>
        Object.values(responses).map(({ description }) => description),
      ),
    )
    // For addresses without an operation.
    const elsewhere = ['method_not_allowed']
    const missing = Object.keys(errorTable).filter((code) => !described.join(' ').includes(`\`${code}\``))
    expect(missing).toEqual(elsewhere)
  })
})
