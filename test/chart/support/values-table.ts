import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMap, isScalar, parseDocument } from 'yaml'
import type { YAMLMap } from 'yaml'
import { chart } from './render.ts'

/**
 * Every key that values.yaml has, with its default as JSON; a value in braces is one key. Those of a service
 * are written `services.*`, unless only one service has it and it holds a plain value; `own` where their defaults differ.
 */
export function keysOfValues(): Map<string, string> {
  const { contents } = parseDocument(readFileSync(join(chart, 'values.yaml'), 'utf8'))
  if (!isMap(contents)) throw new Error('values.yaml is no map')
  const defaults = new Map<string, Set<string>>()
  for (const [path, value] of leavesOf(contents, [])) {
    const key = isOfOneService(path)
      ? path.join('.')
      : path.join('.').replace(/^services\.[^.]+\./, 'services.*.')
    defaults.set(key, (defaults.get(key) ?? new Set()).add(JSON.stringify(value)))
  }
  return new Map(
    [...defaults].map(([key, values]) => [key, values.size === 1 ? ([...values][0] ?? '') : 'own']),
  )
}

/** The same out of the list at the end of the chart's README. */
export function keysOfReadme(): Map<string, string> {
  const text = readFileSync(join(chart, 'README.md'), 'utf8')
  const rows = text.slice(text.indexOf('## Values')).matchAll(/^- `([^`]+)` \((own|`([^`]+)`)\): \S/gm)
  return new Map([...rows].map(([, key = '', own = '', value]) => [key, value ?? own]))
}

function isOfOneService(path: string[]): boolean {
  return path.at(-1) === 'drainSeconds'
}

function leavesOf(map: YAMLMap, path: string[]): [string[], unknown][] {
  return map.items.flatMap(({ key, value }): [string[], unknown][] => {
    const at = path.concat(isScalar(key) ? String(key.value) : '')
    if (isMap(value) && value.flow !== true && value.items.length > 0) return leavesOf(value, at)
    return [[at, isMap(value) || isScalar(value) || hasJson(value) ? value.toJSON() : null]]
  })
}

function hasJson(value: unknown): value is { toJSON(): unknown } {
  return typeof value === 'object' && value !== null && 'toJSON' in value
}
