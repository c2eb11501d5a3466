import winston from 'winston'

/** TEL-1: validation is complete and the draft is stored. */
export const importDraftCreated = event('INFO', 'import_draft_created', [
  'storefront_id',
  'dialect',
  'row_count',
  'adds',
  'updates',
  'unchanged',
  'errors',
  'unknown_columns_count',
  'duration_ms',
])

/** TEL-2: the apply transaction is committed. */
export const importRunCompleted = event('INFO', 'import_run_completed', [
  'run_id',
  'storefront_id',
  'added',
  'updated',
  'errored',
  'duration_ms',
])

/** TEL-3: the export stream is complete. */
export const catalogExported = event('INFO', 'catalog_exported', [
  'storefront_id',
  'status_filter',
  'product_count',
  'duration_ms',
])

/** TEL-4: a run's image phase is over. */
export const imagePhaseCompleted = event('INFO', 'image_phase_completed', [
  'run_id',
  'fetched',
  'rejected',
  'failed',
  'duration_ms',
])

/** TEL-5: recovery at the start resumes a run. Three of one run raise ALR-3. */
export const imagePhaseRecovered = event('WARNING', 'image_phase_recovered', ['run_id', 'pending_resumed'])

/** TEL-6: the apply transaction was rolled back. Each raises ALR-2. */
export const importApplyFailed = event('ERROR', 'import_apply_failed', [
  'draft_id',
  'storefront_id',
  'error_class',
])

/** A run has been in `fetching_images` for more than two hours; ALR-3 counts these. */
export const imagePhaseOverdue = event('WARNING', 'image_phase_overdue', ['run_id', 'age_ms'])

/** Resolves once every line written so far has left this process: lines still buffered are lost when it ends. */
export function untilWritten(): Promise<void> {
  return new Promise((resolve) => process.stderr.write('', () => resolve()))
}

type TextField = 'storefront_id' | 'draft_id' | 'run_id' | 'dialect' | 'status_filter' | 'error_class'

/** Writes one JSON object per line to standard error: severity, time, name and the event's own fields only. */
function event<const Fields extends string>(
  severity: 'INFO' | 'WARNING' | 'ERROR',
  name: string,
  fields: readonly Fields[],
): (values: { [Field in Fields]: Field extends TextField ? string : number }) => void {
  return (values) => {
    const payload = Object.fromEntries(fields.map((field) => [field, values[field]]))
    const line = { severity, time: new Date().toISOString(), logger: 'telemetry', event: name, ...payload }
    telemetry.info(JSON.stringify(line))
  }
}

const telemetry = winston.createLogger({
  format: winston.format.printf(({ message }) => String(message)),
  transports: [new winston.transports.Stream({ stream: process.stderr })],
})
