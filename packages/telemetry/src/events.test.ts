import { describe, expect, test } from '@jest/globals'
import { runScript } from './testing/run-script.ts'
// The events of design.md §6.
import table from './testing/table-of-events.json' with { type: 'json' }

const calls = table.map(({ call, payload }) => {
  const fields = JSON.stringify({ ...payload, file_name: 'secret.csv' })
  return `telemetry.${call}(${fields})`
})
// Events are written whatever the log level.
const written = await runScript(calls.join('\n'), { CATALOG_LOG_LEVEL: 'error' })

describe('the telemetry events', () => {
  test.each(table)('$event is one line on standard error with exactly its payload', (row) => {
    const lines = written.stderr.filter(({ event }) => event === row.event)
    expect(lines).toEqual([
      {
        severity: row.severity,
        time: expect.any(String),
        logger: 'telemetry',
        event: row.event,
        ...row.payload,
      },
    ])
    expect(new Date(String(lines[0]?.['time'])).toISOString()).toBe(lines[0]?.['time'])
  })

  test('are all that is written', () => {
    expect(written.stdout).toEqual([])
    expect(written.stderr).toHaveLength(table.length)
  })
})
