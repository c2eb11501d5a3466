import { execFile } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { Interfaces } from './read-interfaces.ts'

/**
 * Breaking changes of what was released, a line each with the broken rule (docs/compatibility.md).
 * @param oasdiff path of the program that compares OpenAPI documents
 */
export async function findBreaks(
  oasdiff: string,
  released: Interfaces,
  present: Interfaces,
): Promise<string[]> {
  const [api, messages] = await Promise.all([
    compareDocuments(oasdiff, released.api, present.api),
    compareDocuments(oasdiff, released.messages, present.messages),
  ])
  return [
    ...api.map((line) => `API: ${line}`),
    ...messages.map((line) => `messages: ${line}`),
    ...missing(Object.keys(released.events), Object.keys(present.events)).map(
      (event) => `event-removed: ${event}`,
    ),
    ...Object.entries(released.events).flatMap(([event, fields]) =>
      missing(fields, present.events[event] ?? fields).map(
        (field) => `event-field-removed: ${field} of ${event}`,
      ),
    ),
    ...Object.entries(released.settings).flatMap(([service, names]) =>
      missing(names, present.settings[service] ?? []).map((name) => `setting-removed: ${name} of ${service}`),
    ),
    ...missing(released.values, present.values).map((path) => `value-removed: ${path}`),
    ...missing(released.columns, present.columns).map((column) => `column-removed: ${column}`),
    ...released.changes
      .filter((name, at) => present.changes[at] !== name)
      .map((name) => `changes-column-moved: ${name}`),
    ...Object.entries(released.views).flatMap(([view, columns]) =>
      Object.entries(columns)
        .filter(([column, type]) => present.views[view]?.[column] !== type)
        .map(([column]) => `view-column-changed: ${column} of ${view}`),
    ),
    ...released.migrations
      .filter((name, at) => present.migrations[at] !== name)
      .map((name) => `migration-moved: ${name}`),
  ]
}

function missing(released: readonly string[], present: readonly string[]): string[] {
  return released.filter((name) => !present.includes(name))
}

/** Codes, dialects and the like grow: clients must accept unknown ones, listed or not. */
const growing = 'response-property-enum-value-added info\nresponse-property-became-not-enum info\n'

/** Bounds that every integer of JavaScript has are none, as the document of 0.1.0 had them. */
const withoutSafeBounds = (_key: string, value: unknown) =>
  value === Number.MIN_SAFE_INTEGER || value === Number.MAX_SAFE_INTEGER ? undefined : value

const Changes = z.array(
  z.object({ id: z.string(), operation: z.string(), path: z.string(), text: z.string() }),
)

async function compareDocuments(oasdiff: string, released: object, present: object): Promise<string[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-compatibility-'))
  const before = join(folder.path, 'released.json')
  const after = join(folder.path, 'present.json')
  const levels = join(folder.path, 'levels.txt')
  await Promise.all([
    writeFile(before, JSON.stringify(released, withoutSafeBounds)),
    writeFile(after, JSON.stringify(present, withoutSafeBounds)),
    writeFile(levels, growing),
  ])
  const { stdout } = await promisify(execFile)(
    oasdiff,
    ['breaking', '--format', 'json', '--severity-levels', levels, before, after],
    { maxBuffer: 64 * 1024 * 1024 },
  )
  const changes = stdout.trim() === '' ? [] : Changes.parse(JSON.parse(stdout))
  return changes.map(({ id, operation, path, text }) => `${id}: ${operation} ${path}: ${text}`)
}
