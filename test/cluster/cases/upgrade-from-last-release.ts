import assert from 'node:assert/strict'
import { catalogFile } from '../../support/canonical-file.ts'
import type { Case } from '../case.ts'
import { release } from '../chart.ts'
import { expectPictures, exportOf } from '../journey.ts'
import type { Lab } from '../lab.ts'
import { prepareLastRelease } from '../last-release.ts'
import { expectNoFailure, startTraffic } from '../traffic.ts'

const imageCount = 20

/** Release N − 1, N, N − 1 on the schema of N, N; with one chart's values for both, as an operator has them. */
export const upgradeFromLastRelease: Case = {
  name: 'upgrade from the last release and back, in the middle of the work',
  beginsEmpty: true,
  run: async (lab) => {
    const { installation, helper } = lab
    await using last = await prepareLastRelease()
    await installation.upgradeTo(last.chart, `image.tag=${last.tag}`)
    const before = await findMigrations(lab)
    const imageUrl = (product: number) => helper.picture(`/before/${product}.jpg`)
    const kept = await importCatalog(lab, 'before', { imageUrl })
    const madeByLast = [await openDraft(lab, 'draft-1'), await openDraft(lab, 'draft-2')]

    await using traffic = await startTraffic(lab, 'upgrade')
    await installation.upgrade()
    await installation.settle()
    const migrated = await findMigrations(lab)
    assert.deepEqual(migrated.slice(0, before.length), before)
    assert.ok(migrated.length > before.length, 'the migration has run')
    await confirmDraft(lab, madeByLast[0])
    const madeByNew = [await openDraft(lab, 'draft-3'), await openDraft(lab, 'draft-4')]

    await installation.rollback()
    await installation.settle()
    assert.deepEqual(await findMigrations(lab), migrated)
    await confirmDraft(lab, madeByLast[1])
    await confirmDraft(lab, madeByNew[0])
    const madeOnNewSchema = await openDraft(lab, 'draft-5')
    const onNewSchema = await importCatalog(lab, 'back', { imageUrl })

    await installation.upgrade()
    await installation.settle()
    await confirmDraft(lab, madeByNew[1])
    await confirmDraft(lab, madeOnNewSchema)

    const seen = expectNoFailure(await traffic.stop())
    for (const one of [kept, onNewSchema]) await expectKept(lab, one)
    await expectHealthy(lab)
    return `${last.version}, this one, back, this one: ${seen}; five drafts confirmed by another release; the doctor finds nothing`
  },
}

interface Imported {
  storefront: string
  runId: string
  exported: string
}

async function importCatalog(
  { api }: Lab,
  storefront: string,
  { imageUrl }: { imageUrl: (product: number) => string },
): Promise<Imported> {
  const file = catalogFile({ products: imageCount, variants: 2, images: 1, imageUrl })
  const draft = await api.upload(file, { storefront })
  const { run_id: runId } = await api.confirm(draft.draft_id, { storefront })
  await api.waitForRun(runId, undefined, { storefront, timeoutMs: 300_000 })
  return { storefront, runId, exported: await exportOf(api, { storefront }) }
}

async function expectKept({ api, ...lab }: Lab, { storefront, runId, exported }: Imported): Promise<void> {
  assert.ok((await exportOf(api, { storefront })) === exported, `the export of ${storefront} is as it was`)
  const run = await api.waitForRun(runId, undefined, { storefront })
  assert.deepEqual(run.image_counts, { pending: 0, fetched: imageCount, rejected: 0, failed: 0 })
  assert.equal(await expectPictures(api, run, storefront), imageCount)
  assert.ok((await lab.objectsInBucket(storefront)) >= imageCount)
}

interface OpenDraft {
  storefront: string
  draftId: string
}

async function openDraft({ api }: Lab, storefront: string): Promise<OpenDraft> {
  const draft = await api.upload(catalogFile({ products: 10, variants: 2 }), { storefront })
  return { storefront, draftId: draft.draft_id }
}

async function confirmDraft({ api }: Lab, draft: OpenDraft | undefined): Promise<void> {
  assert.ok(draft)
  const { storefront, draftId } = draft
  const run = await api.confirm(draftId, { storefront })
  assert.equal(run.status, 'completed')
  assert.equal(
    (await api.json<{ product_count: number }>('/api/products/summary', { storefront })).product_count,
    10,
  )
}

async function findMigrations({ sql }: Lab): Promise<string[]> {
  return (await sql('select name from schema_migrations order by name')).trim().split('\n')
}

async function expectHealthy({ tools }: Lab): Promise<void> {
  const doctor = ['node', '--disable-warning=ExperimentalWarning', 'bundles/doctor.mjs']
  const where = ['exec', `deployment/${release}-import-service`, '-c', 'import-service', '--']
  const { code, stdout, stderr } = await tools.tryKubectl([...where, ...doctor])
  assert.equal(code, 0, `${stdout}\n${stderr}`)
}
