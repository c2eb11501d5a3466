import winston from 'winston'

/** TEL-1: validation is complete and the draft is stored. */
export function importDraftCreated(fields: {
  storefront_id: string
  dialect: string
  row_count: number
  adds: number
  updates: number
  unchanged: number
  errors: number
  unknown_columns_count: number
  duration_ms: number
}): void {
  const {
    storefront_id,
    dialect,
    row_count,
    adds,
    updates,
    unchanged,
    errors,
    unknown_columns_count,
    duration_ms,
  } = fields
  write('INFO', 'import_draft_created', {
    storefront_id,
    dialect,
    row_count,
    adds,
    updates,
    unchanged,
    errors,
    unknown_columns_count,
    duration_ms,
  })
}

/** TEL-2: the apply transaction is committed. */
export function importRunCompleted(fields: {
  run_id: string
  storefront_id: string
  added: number
  updated: number
  errored: number
  duration_ms: number
}): void {
  const { run_id, storefront_id, added, updated, errored, duration_ms } = fields
  write('INFO', 'import_run_completed', { run_id, storefront_id, added, updated, errored, duration_ms })
}

/** TEL-3: the export stream is complete. */
export function catalogExported(fields: {
  storefront_id: string
  status_filter: string
  product_count: number
  duration_ms: number
}): void {
  const { storefront_id, status_filter, product_count, duration_ms } = fields
  write('INFO', 'catalog_exported', { storefront_id, status_filter, product_count, duration_ms })
}

/** TEL-4: a run's image phase is over. */
export function imagePhaseCompleted(fields: {
  run_id: string
  fetched: number
  rejected: number
  failed: number
  duration_ms: number
}): void {
  const { run_id, fetched, rejected, failed, duration_ms } = fields
  write('INFO', 'image_phase_completed', { run_id, fetched, rejected, failed, duration_ms })
}

/** TEL-5: recovery at the start resumes a run. Three of one run raise ALR-3. */
export function imagePhaseRecovered(fields: { run_id: string; pending_resumed: number }): void {
  const { run_id, pending_resumed } = fields
  write('WARNING', 'image_phase_recovered', { run_id, pending_resumed })
}

/** TEL-6: the apply transaction was rolled back. Each raises ALR-2. */
export function importApplyFailed(fields: {
  draft_id: string
  storefront_id: string
  error_class: string
}): void {
  const { draft_id, storefront_id, error_class } = fields
  write('ERROR', 'import_apply_failed', { draft_id, storefront_id, error_class })
}

/** A run has been in `fetching_images` for more than two hours; ALR-3 counts these. */
export function imagePhaseOverdue(fields: { run_id: string; age_ms: number }): void {
  const { run_id, age_ms } = fields
  write('WARNING', 'image_phase_overdue', { run_id, age_ms })
}

/** One JSON object a line on standard error; nothing but the event's own fields beside severity, time and name. */
const telemetry = winston.createLogger({
  format: winston.format.printf(({ message }) => String(message)),
  transports: [new winston.transports.Stream({ stream: process.stderr })],
})

function write(
  severity: 'INFO' | 'WARNING' | 'ERROR',
  event: string,
  payload: Record<string, string | number>,
): void {
  const line = { severity, time: new Date().toISOString(), logger: 'telemetry', event, ...payload }
  telemetry.info(JSON.stringify(line))
}
