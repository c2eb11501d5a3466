import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { canonicalColumnNames } from '@catalog/catalog'
import { version } from '@catalog/contracts'
import { parse } from 'yaml'
import { z } from 'zod'
import { openApiDocument } from '../../services/gateway/src/api/openapi-document.ts'
import { endpoints } from '../../services/gateway/src/api/index.ts'
import { migrations } from '../../services/import-service/src/migrations/index.ts'
import { changesHeader } from '../../services/import-service/src/runs/changes-csv.ts'
import { configSchemas } from '../support/config-schemas.ts'
import { messagesDocument } from './messages-document.ts'
import views from './views.json' with { type: 'json' }

const repository = new URL('../../', import.meta.url)

const Document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })

/** All interfaces that others use (docs/compatibility.md). */
export const Interfaces = z.strictObject({
  version: z.string(),
  /** The OpenAPI document without descriptions. */
  api: Document,
  /** The messages between services as an OpenAPI document: a subject is a path. */
  messages: Document,
  /** The fields of each telemetry event, in the order of its line. */
  events: z.record(z.string(), z.array(z.string())),
  /** The names of the variables that each service reads. */
  settings: z.record(z.string(), z.array(z.string())),
  /** The chart's values by dotted path, and those that its schema marks as deprecated. */
  values: z.array(z.string()),
  /** The catalog CSV's columns, in the order of exports. */
  columns: z.array(z.string()),
  /** Those of a run's `changes.csv`, which 0.1.0 did not have. */
  changes: z.array(z.string()).default([]),
  /** The columns of the views with their types, which 0.1.0 did not have. */
  views: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  /** The names of the migrations, in the order in which they run. */
  migrations: z.array(z.string()),
})
export type Interfaces = z.infer<typeof Interfaces>

/** The interfaces of this work tree. */
export async function readInterfaces(): Promise<Interfaces> {
  const [values, schema, events] = await Promise.all([
    readFile(new URL('helm/catalog/values.yaml', repository), 'utf8'),
    readFile(new URL('helm/catalog/values.schema.json', repository), 'utf8'),
    readEvents(),
  ])
  return {
    version,
    api: withoutProse(openApiDocument(endpoints)),
    messages: withoutProse(messagesDocument()),
    events,
    settings: Object.fromEntries(
      Object.entries(configSchemas).map(([service, { shape }]) => [service, Object.keys(shape)]),
    ),
    values: [...pathsOf(parse(values)), ...deprecatedPaths(ValuesSchema.parse(JSON.parse(schema)))],
    columns: [...canonicalColumnNames],
    changes: changesHeader,
    views,
    migrations: migrations.map(({ name }) => name),
  }
}

/** The fields of each event's line, read by writing it. */
async function readEvents(): Promise<Record<string, string[]>> {
  const events = new URL('packages/telemetry/src/events.ts', repository)
  // An event takes its fields from its argument, whatever that is.
  const script = `import * as events from ${JSON.stringify(events.href)}
    for (const write of Object.values(events)) write(new Proxy({}, { get: () => '' }))`
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
  return Object.fromEntries(
    stderr
      .trim()
      .split('\n')
      .map((line) => z.looseObject({ event: z.string() }).parse(JSON.parse(line)))
      .map((line) => [line.event, Object.keys(line)]),
  )
}

function pathsOf(values: unknown, path = ''): string[] {
  const isOne = typeof values !== 'object' || values === null || Array.isArray(values)
  if (isOne || Object.keys(values).length === 0) return [path]
  return Object.entries(values).flatMap(([key, value]) =>
    pathsOf(value, path === '' ? key : `${path}.${key}`),
  )
}

interface ValuesSchema {
  deprecated?: boolean | undefined
  properties?: Record<string, ValuesSchema> | undefined
}

const ValuesSchema: z.ZodType<ValuesSchema> = z.lazy(() =>
  z.object({
    deprecated: z.boolean().optional(),
    properties: z.record(z.string(), ValuesSchema).optional(),
  }),
)

function deprecatedPaths({ deprecated = false, properties = {} }: ValuesSchema, path = ''): string[] {
  if (deprecated) return [path]
  return Object.entries(properties).flatMap(([key, schema]) =>
    deprecatedPaths(schema, path === '' ? key : `${path}.${key}`),
  )
}

/** Descriptions may be reworded in any release. */
function withoutProse(document: object): z.infer<typeof Document> {
  const text = JSON.stringify(document, (key, value: unknown) => (isProse(key, value) ? undefined : value))
  return Document.parse(JSON.parse(text))
}

function isProse(key: string, value: unknown): boolean {
  return ['description', 'summary', 'title', 'example', 'examples'].includes(key) && typeof value !== 'object'
}
