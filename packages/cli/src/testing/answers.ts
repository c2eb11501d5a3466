import type { Draft, Run } from '@catalog/contracts'

/** The draft of a file with one new product. */
export const draft: Draft = {
  draft_id: '01930d1a-5f0e-7c3b-9a41-6c1f0b3a7d01',
  storefront_id: 'shop',
  origin: { kind: 'file', run_id: null },
  file_name: 'spring.csv',
  created_by: null,
  dialect: 'canonical',
  delimiter: ',',
  encoding: 'utf-8',
  row_count: 1,
  product_count: 1,
  preview: { adds: 1, updates: 0, unchanged: 0, errors: 0, clears: 0, rows: [], next_cursor: null },
  warnings: [],
  unknown_columns: [],
  unknown_columns_count: 0,
  importable: true,
  created_at: '2026-11-21T02:00:00.000Z',
  expires_at: '2026-11-21T03:00:00.000Z',
}

/** The run of that draft. */
export const run: Run = {
  run_id: '01930d1a-5f0e-7c3b-9a41-6c1f0b3a7d02',
  storefront_id: draft.storefront_id,
  draft_id: draft.draft_id,
  file_name: draft.file_name,
  created_by: null,
  confirmed_by: null,
  dialect: draft.dialect,
  row_count: 1,
  undoes: null,
  undone_by: null,
  details_until: null,
  status: 'completed',
  added: 1,
  updated: 0,
  errored: 0,
  unchanged: 0,
  created_at: draft.created_at,
  completed_at: draft.created_at,
  duration_ms: 1,
  image_progress: { total: 0, handled: 0, percent: 100 },
  image_counts: { pending: 0, fetched: 0, rejected: 0, failed: 0 },
  image_outcomes: [],
}
