import { rm, writeFile } from 'node:fs/promises'
import { serviceNames } from '../../../deploy/local/services.ts'
import type { ServiceName } from '../../../deploy/local/services.ts'
import { catalogFile, csvOf } from '../../support/canonical-file.ts'
import { startPicturedSystem } from '../../support/pictured-system.ts'
import { waitFor } from '../../support/wait-for.ts'

export interface Line {
  text: string
  stream: 'stdout' | 'stderr'
  service: ServiceName
  /** Another one for each start of the service. */
  pod: string
}

export interface Recording {
  /** Of all four services. */
  lines: Line[]
  /** A run whose image phase hung for three hours and was resumed three times. */
  stuck: string
  /** A run that was resumed once. */
  resumedOnce: string
  /** Of the confirm that failed. */
  requestId: string
}

/** Runs the system through normal operation, a failed apply, hanging image phases and a store that accepts nothing. */
export async function recordLines(): Promise<Recording> {
  await using started = await startPicturedSystem({ CATALOG_IMAGE_RETRY_PAUSES_MS: '50,50' })
  const { images, system, database } = started

  const lines: Line[] = []
  const starts = new Map<ServiceName, number>()
  const taken = new Map<unknown[], number>()
  const takeLines = (service: ServiceName) => {
    const { logs, events, noise } = system.services[service]
    const pod = `catalog-${service}-${starts.get(service) ?? 0}`
    for (const [list, stream] of [
      [logs, 'stdout'],
      [events, 'stderr'],
      [noise, 'stderr'],
    ] as const) {
      for (const line of list.slice(taken.get(list) ?? 0))
        lines.push({ text: typeof line === 'string' ? line : JSON.stringify(line), stream, service, pod })
      taken.set(list, list.length)
    }
  }
  const kill = async (service: ServiceName) => {
    await system.kill(service)
    takeLines(service)
    starts.set(service, (starts.get(service) ?? 0) + 1)
  }
  const restartImportService = async () => {
    await kill('import-service')
    // There is only one line for each run in ten minutes.
    await database.query(
      `update import_runs set recovery_reported_at = recovery_reported_at - interval '10 minutes'`,
    )
    await system.start('import-service')
  }
  const confirm = async (csv: string, storefront: string) =>
    await system.confirm((await system.upload(csv, { storefront })).draft_id, { storefront })
  const pictured = (handle: string) =>
    csvOf([{ handle, title: handle, variant_price: '1', image_url: images.url(`/${handle}.jpg`) }])

  // Normal operation.
  await confirm(catalogFile({ products: 3, variants: 1 }), 'well')
  await (await system.request('/api/products/export', { storefront: 'well' })).text()
  await system.waitForEvent('catalog_exported')

  // A confirm that waits for a second, for another one of its storefront.
  const other = await system.database.connect()
  await other.query(`begin; select from storefront_locks where storefront_id = 'well' for update`)
  const slow = confirm(catalogFile({ products: 4, variants: 1 }), 'well')
  await waitFor('the confirm to have waited for a second', async () => {
    const { rows } = await database.query(`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and now() - query_start >= interval '1 second'`)
    return rows.length > 0
  })
  await other.query('rollback')
  await slow

  // An apply that fails.
  await database.query(`
    create function refuse_variant() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger refuse before insert on variants for each row execute function refuse_variant()`)
  const draft = await system.upload(catalogFile({ products: 3, variants: 1 }), { storefront: 'refused' })
  const refused = await system.request(`/api/products/imports/${draft.draft_id}/confirm`, {
    method: 'POST',
    storefront: 'refused',
  })
  await system.waitForEvent('import_apply_failed')
  await database.query('drop trigger refuse on variants')

  // An image phase that hangs, three restarts of import-service, and another run that is resumed by the last one only.
  // Without image-service no attempt begins, so that none of them runs out however long the restarts take.
  await kill('image-service')
  const stuck = (await confirm(pictured('stuck'), 'stuck')).run_id
  await restartImportService()
  await restartImportService()
  const resumedOnce = (await confirm(pictured('once'), 'once')).run_id
  await database.query(
    `update import_runs set image_phase_started_at = now() - interval '3 hours' where storefront_id = 'stuck'`,
  )
  await restartImportService()
  await system.waitForEvent('image_phase_overdue', { run_id: stuck })
  await system.start('image-service')
  for (const [storefront, runId] of [
    ['stuck', stuck],
    ['once', resumedOnce],
  ] as const) {
    await system.waitForRun(runId, undefined, { storefront })
    await system.waitForEvent('image_phase_completed', { run_id: runId })
  }

  // A store that accepts nothing: its folder is replaced with a file.
  await rm(system.objects, { recursive: true })
  await writeFile(system.objects, '')
  await confirm(pictured('unstored'), 'unstored')
  await waitFor('an image that waits for the store', () =>
    system.services['image-service'].logs.some(({ message }) =>
      String(message).startsWith('the object store takes nothing'),
    ),
  )

  for (const service of serviceNames) {
    // All its lines are written once it has ended.
    await system.kill(service, 'SIGTERM')
    takeLines(service)
  }
  return { lines, stuck, resumedOnce, requestId: refused.headers.get('x-request-id') ?? '' }
}
