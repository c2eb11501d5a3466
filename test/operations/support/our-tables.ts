/** Each is spread by storefront_id (capacity.md). */
export const ourTables: ReadonlySet<string> = new Set([
  'products',
  'product_images',
  'variants',
  'import_drafts',
  'import_draft_rows',
  'import_row_blocks',
  'import_run_details',
  'cancelled_drafts',
  'idempotency_keys',
  'column_mappings',
  'storefront_locks',
  'storefront_moves',
  'import_runs',
  'run_images',
])
