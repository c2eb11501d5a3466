import assert from 'node:assert/strict'
import { waitFor } from '../../support/wait-for.ts'
import type { Case } from '../case.ts'
import { beginImagePhase, expectAllFetched } from '../image-phase.ts'
import { callOperator, fieldsOf } from '../operator.ts'

/** They hold it for 12 minutes, four at a time, three attempts of ten seconds each: longer than the case takes. */
const imageCount = 100

/** RB-3 with its own commands: an image host accepts requests and answers none. */
export const stuckImages: Case = {
  name: 'RB-3: an image phase is stuck',
  run: async (lab) => {
    const { api, helper, tools } = lab
    const storefront = 'rb-3'
    const { run_id: RUN_ID } = await beginImagePhase(lab, storefront, imageCount)

    await using operator = await callOperator(lab, 'RB-3.md')
    const stuck = await operator.statement('order by image_phase_started_at')
    assert.ok(stuck.includes(`${storefront}|${RUN_ID}`))
    assert.match(stuck, new RegExp(`\\|${imageCount}\\|[1-9]\\d*$`, 'm'))
    const TOKEN = await operator.readingToken(storefront)
    const seen = await operator.shell('imports/runs/$RUN_ID"\n', { TOKEN, RUN_ID })
    assert.match(seen, /"pending":[1-9]/)
    assert.match(seen, /"status":"fetching_images"/)
    const parts = await operator.shell('get deployment catalog-import-service')
    assert.equal(parts.match(/ 2\/2 /g)?.length, 2)
    assert.match(parts, /nats-0 +1\/1/)

    await operator.shell('restart deployment/catalog-import-service')
    await operator.shell('restart deployment/catalog-image-service')
    const logs = ['logs', '-l', 'app.kubernetes.io/component=import-service', '--prefix', '--tail=-1']
    const resumed = await waitFor(
      'one of the new pods to report that it resumes the run',
      async () => {
        const found = fieldsOf(await tools.kubectl(logs)).filter(
          ({ event, run_id: id }) => event === 'image_phase_recovered' && id === RUN_ID,
        )
        return found.length >= 1 && found
      },
      { timeoutMs: 300_000, everyMs: 500 },
    )
    await helper.open()

    const run = await api.waitForRun(RUN_ID, undefined, { storefront, timeoutMs: 600_000 })
    const { failed } = run.image_counts
    if (failed > 0) {
      const outcomes = await operator.shell('outcome=failed"', { TOKEN, RUN_ID })
      assert.match(outcomes, /"reason":"timeout"/)
      await operator.shell('/retry-images"', { RUN_ID, MERCHANT_TOKEN: api.token(storefront) })
    }
    await expectAllFetched(lab, run, storefront)
    return `found, restarted and resumed by ${resumed.length} pods, ${failed} images asked for again, all fetched`
  },
}
