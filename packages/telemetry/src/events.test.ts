import { beforeAll, describe, expect, test } from '@jest/globals'
import { runScript } from './testing/run-script.ts'

const ids = { storefront_id: 's-1', run_id: 'r-1', draft_id: 'd-1' }

/** The table of design.md §6. */
const table = [
  {
    call: 'importDraftCreated',
    event: 'import_draft_created',
    severity: 'INFO',
    payload: {
      storefront_id: ids.storefront_id,
      dialect: 'canonical',
      row_count: 9,
      adds: 1,
      updates: 2,
      unchanged: 3,
      errors: 4,
      unknown_columns_count: 5,
      duration_ms: 6,
    },
  },
  {
    call: 'importRunCompleted',
    event: 'import_run_completed',
    severity: 'INFO',
    payload: {
      run_id: ids.run_id,
      storefront_id: ids.storefront_id,
      added: 1,
      updated: 2,
      errored: 3,
      duration_ms: 4,
    },
  },
  {
    call: 'catalogExported',
    event: 'catalog_exported',
    severity: 'INFO',
    payload: { storefront_id: ids.storefront_id, status_filter: 'all', product_count: 1, duration_ms: 2 },
  },
  {
    call: 'imagePhaseCompleted',
    event: 'image_phase_completed',
    severity: 'INFO',
    payload: { run_id: ids.run_id, fetched: 1, rejected: 2, failed: 3, duration_ms: 4 },
  },
  {
    call: 'imagePhaseRecovered',
    event: 'image_phase_recovered',
    severity: 'WARNING',
    payload: { run_id: ids.run_id, pending_resumed: 1 },
  },
  {
    call: 'importApplyFailed',
    event: 'import_apply_failed',
    severity: 'ERROR',
    payload: { draft_id: ids.draft_id, storefront_id: ids.storefront_id, error_class: 'DatabaseError' },
  },
  {
    call: 'imagePhaseOverdue',
    event: 'image_phase_overdue',
    severity: 'WARNING',
    payload: { run_id: ids.run_id, age_ms: 1 },
  },
]

describe('the telemetry events', () => {
  let written: Awaited<ReturnType<typeof runScript>>
  beforeAll(async () => {
    const calls = table.map(({ call, payload }) => {
      const fields = JSON.stringify({ ...payload, file_name: 'secret.csv' })
      return `telemetry.${call}(${fields})`
    })
    // Events are written whatever the log level.
    written = await runScript(calls.join('\n'), { CATALOG_LOG_LEVEL: 'error' })
  })

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
