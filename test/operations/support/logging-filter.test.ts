import { describe, expect, test } from '@jest/globals'
import { extract, toLogEntry } from './log-entry.ts'
import type { LogEntry } from './log-entry.ts'
import { parseFilter } from './logging-filter.ts'

const place = { project: 'p', cluster: 'c', namespace: 'shop', pod: 'pod-1', container: 'import-service' }
const line =
  '{"severity":"ERROR","time":"2026-01-02T03:04:05.678Z","logger":"telemetry","event":"import_apply_failed","n":3}'
const entry = toLogEntry(line, 'stderr', place)

describe('a line of a container', () => {
  test('becomes an entry whose severity and time are the line’s own, and the rest jsonPayload', () => {
    expect(entry).toMatchObject({
      logName: 'projects/p/logs/stderr',
      severity: 'ERROR',
      timestamp: '2026-01-02T03:04:05.678Z',
      resource: { type: 'k8s_container', labels: { pod_name: 'pod-1', namespace_name: 'shop' } },
    })
    expect(entry.jsonPayload).toEqual({ logger: 'telemetry', event: 'import_apply_failed', n: 3 })
  })

  test('that is no JSON object is text, an ERROR where it came on stderr', () => {
    expect(toLogEntry('killed', 'stderr', place)).toMatchObject({ severity: 'ERROR', textPayload: 'killed' })
    expect(toLogEntry('[1]', 'stdout', place)).toMatchObject({ severity: 'INFO', textPayload: '[1]' })
    expect(toLogEntry('{"half', 'stdout', place).jsonPayload).toBeUndefined()
  })
})

describe('a filter', () => {
  test.each([
    ['severity="ERROR"', true],
    ['severity=error', true],
    ['jsonPayload.event="IMPORT_apply_failed"', true],
    ['jsonPayload.event="import_apply"', false],
    ['jsonPayload.n="3"', true],
    ['jsonPayload.n>=3 AND severity="ERROR"', true],
    ['jsonPayload.n>=3.5', false],
    ['jsonPayload.missing>=0', false],
    ['jsonPayload.missing="x"', false],
    ['NOT jsonPayload.missing="x"', true],
    ['resource.labels."pod_name"="pod-1"', true],
    ['resource.type="k8s_container" AND severity="INFO"', false],
    ['resource.type="k8s_container"\n  severity="ERROR"', true],
    ['severity="INFO" OR severity="ERROR"', true],
    ['NOT severity="INFO"', true],
    ['NOT (severity="INFO" OR severity="ERROR")', false],
    // OR binds closer than AND.
    ['severity="ERROR" OR severity="INFO" AND logName="elsewhere"', false],
    ['logName="projects/p/logs/stderr"', true],
    ['jsonPayload.event="a\\"b"', false],
  ])('%s', (text, isHit) => {
    expect(parseFilter(text)(entry)).toBe(isHit)
  })

  test.each([
    'severity>=ERROR',
    'severity!="INFO"',
    'severity',
    'severity=',
    '(severity="a"',
    'severity="a")',
    '',
    'a = "b" AND',
  ])('that is not understood is refused, not taken for one that hits: %s', (text) => {
    expect(() => parseFilter(text)).toThrow(SyntaxError)
  })
})

test('an extractor takes a field or a part of it, and the empty text where it is missing', () => {
  const withRun: LogEntry = { ...entry, jsonPayload: { run_id: '0190-abc' } }
  expect(extract('EXTRACT(jsonPayload.run_id)', withRun)).toBe('0190-abc')
  expect(extract('EXTRACT(jsonPayload.run_id)', entry)).toBe('')
  expect(extract('REGEXP_EXTRACT(jsonPayload.run_id, "^(\\d+)-")', withRun)).toBe('0190')
  expect(() => extract('jsonPayload.run_id', entry)).toThrow(SyntaxError)
})
