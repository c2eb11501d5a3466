import type {
  Draft,
  DraftRow,
  ImageOutcome,
  Person,
  RememberedMapping,
  Run,
  Summary,
} from '@catalog/contracts'

export const draftId = '01930d1a-5f0e-7c3b-9a41-6c1f0b3a7d01'
export const runId = '01930d1a-5f0e-7c3b-9a41-6c1f0b3a7d02'
export const imageId = '01930d1a-5f0e-7c3b-9a41-6c1f0b3a7d03'
export const mappingId = '01930d1a-5f0e-7c3b-9a41-6c1f0b3a7d04'

const row: DraftRow = {
  row: 2,
  kind: 'add',
  handle: 'shirt',
  sku: 'SHIRT-S',
  title: 'Shirt',
  entities: ['product', 'variant'],
  changes: [{ entity: 'product', field: 'title', before: null, after: 'Shirt' }],
  variants: [{ sku: 'SHIRT-S', options: [{ name: 'Size', value: 'S' }] }],
  pictures: [{ url: 'https://images.example.com/shirt.jpg', image_id: imageId, renditions: ['original'] }],
  errors: [],
  warnings: [],
}

export const api = '/api/products'
export const onDraft = `${api}/imports/${draftId}`
export const onRun = `${api}/imports/runs/${runId}`

export const person: Person = { sub: 'merchant', name: 'Mia Merchant' }

export const draft: Draft = {
  draft_id: draftId,
  storefront_id: 'shop',
  origin: { kind: 'file', run_id: null },
  file_name: 'spring.csv',
  created_by: person,
  dialect: 'canonical',
  delimiter: ',',
  encoding: 'utf-8',
  mapping: null,
  row_count: 1,
  product_count: 1,
  preview: { adds: 1, updates: 0, unchanged: 0, errors: 0, clears: 0, rows: [row], next_cursor: null },
  warnings: [],
  unknown_columns: [],
  unknown_columns_count: 0,
  importable: true,
  created_at: '2026-11-21T02:00:00.000Z',
  expires_at: '2026-11-21T03:00:00.000Z',
}

const imageOutcome: ImageOutcome = {
  image_id: imageId,
  product_handle: 'shirt',
  url: 'https://images.example.com/shirt.jpg',
  outcome: 'fetched',
  reason: null,
  message: null,
  attempts: 1,
  renditions: ['original', 'detail', 'card', 'thumb'],
}

export const run: Run = {
  run_id: runId,
  storefront_id: 'shop',
  draft_id: draftId,
  file_name: 'spring.csv',
  created_by: person,
  confirmed_by: person,
  dialect: 'canonical',
  row_count: 1,
  undoes: null,
  undone_by: null,
  details_until: '2027-02-19T02:10:00.000Z',
  status: 'completed',
  added: 1,
  updated: 0,
  errored: 0,
  unchanged: 0,
  created_at: '2026-11-21T02:10:00.000Z',
  completed_at: '2026-11-21T02:10:05.000Z',
  duration_ms: 40,
  image_progress: { total: 1, handled: 1, percent: 100 },
  image_counts: { pending: 0, fetched: 1, rejected: 0, failed: 0 },
  image_outcomes: [imageOutcome],
}

export const mapping: RememberedMapping = {
  mapping_id: mappingId,
  header: ['Artikelnr', 'Preis', 'Lagerort'],
  columns: { Artikelnr: 'variant_sku', Preis: 'variant_price' },
  identity: 'variant_sku',
  created_by: person,
  created_at: '2026-11-21T02:00:00.000Z',
  last_used_at: '2026-11-21T02:00:00.000Z',
}

export const summary: Summary = {
  storefront_id: 'shop',
  product_count: 1,
  products_by_status: { active: 1, draft: 0, archived: 0 },
  variant_count: 1,
  image_count: 1,
}
