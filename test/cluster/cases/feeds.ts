import assert from 'node:assert/strict'
import type { DraftPage, CatalogProductPage } from '@catalog/contracts'
import { blocksOf, readRunbook } from '../../operations/support/runbooks.ts'
import { waitFor } from '../../support/wait-for.ts'
import type { Case } from '../case.ts'
import { release } from '../chart.ts'
import { runWell } from '../commands.ts'
import type { Lab } from '../lab.ts'
import { secret } from '../servers.ts'
import { startSupplier } from '../supplier.ts'

const storefront = 'fed'
const cronJob = `cronjob/${release}-feed-prices`

/** A file of a supplier's server, imported each minute; what an operator and an alert see of those that fail. */
export const feeds: Case = {
  name: 'a feed: each minute, left to a person, failed',
  run: async (lab) => {
    const { api, tools, installation } = lab
    await using supplier = await startSupplier(tools)
    await tools.apply([secret('feed-prices', { token: api.token(storefront, ['catalog:import']) })])
    const [cup, pot] = [priced('cup', '10'), priced('pot', '25')]

    await supplier.put([cup])
    await installation.upgrade(
      `caBundle.configMap=${supplier.caBundle}`,
      'feeds[0].name=prices',
      'feeds[0].schedule=* * * * *',
      `feeds[0].url=${supplier.url}`,
      `feeds[0].storefront=${storefront}`,
      'feeds[0].tokenSecret=feed-prices',
      'feeds[0].failOn[0]=price_falls',
    )
    await expectPrices(lab, { cup: '10.00' })
    await supplier.put([cup, pot])
    await expectPrices(lab, { cup: '10.00', pot: '25.00' })

    await supplier.put([priced('cup', '1'), pot])
    const left = await waitFor(
      'a draft to be left to a person',
      async () => (await api.json<DraftPage>('/api/products/imports', { storefront })).drafts[0],
      patience,
    )
    await expectFailure(lab, 3)
    const { preview } = await api.json<{ preview: { risks: object[] } }>(
      `/api/products/imports/${left.draft_id}`,
      { storefront },
    )
    assert.partialDeepStrictEqual(preview.risks, [{ code: 'price_falls', products: 1 }])
    await expectPrices(lab, { cup: '10.00', pot: '25.00' })
    await api.confirm(left.draft_id, { storefront })
    await expectPrices(lab, { cup: '1.00', pot: '25.00' })
    await expectOutcome(lab, 'succeeded')

    await supplier.remove()
    await expectFailure(lab, 1)
    await supplier.put([cup, pot])
    await expectOutcome(lab, 'succeeded')
    return 'two files applied, one draft confirmed by a person, exit codes 3 and 1 seen as the runbook says'
  },
}

function priced(handle: string, price: string) {
  return { handle, title: handle, variant_price: price }
}

const patience = { timeoutMs: 300_000, everyMs: 1_000 }

async function expectPrices({ api }: Lab, prices: Record<string, string>): Promise<void> {
  await waitFor(
    `the prices ${JSON.stringify(prices)}`,
    async () => {
      const { products } = await api.json<CatalogProductPage>('/api/products', { storefront })
      const found = products.map(({ handle, variants }) => [handle, variants[0]?.price])
      return JSON.stringify(Object.fromEntries(found)) === JSON.stringify(prices)
    },
    patience,
  )
}

/** By what the alert CatalogFeedFailed reads. */
async function expectOutcome(lab: Lab, outcome: 'failed' | 'succeeded'): Promise<void> {
  await waitFor(`a run that has ${outcome}`, async () => (await outcomeOf(lab)) === outcome, patience)
}

/** The exit code is found by the runbook's commands. */
async function expectFailure(lab: Lab, code: number): Promise<void> {
  await expectOutcome(lab, 'failed')
  const block = blocksOf(readRunbook('operations.md'), 'sh').find((text) => text.includes('CODE:'))
  assert.ok(block)
  await waitFor(
    `exit code ${code}`,
    async () => {
      const script = `set -euo pipefail\n${block.replaceAll('-n shop', `-n ${lab.tools.namespace}`)}`
      return new RegExp(`^${release}-feed-prices-\\S+ +${code}$`, 'm').test(
        await runWell('bash', ['-c', script]),
      )
    },
    patience,
  )
}

/** Of the last run that began. */
async function outcomeOf({ tools }: Lab): Promise<'running' | 'failed' | 'succeeded'> {
  const { status }: CronJob = JSON.parse(await tools.kubectl(['get', cronJob, '-o', 'json']))
  const { active = [], lastScheduleTime = '', lastSuccessfulTime = '' } = status
  if (active.length > 0) return 'running'
  return lastScheduleTime > lastSuccessfulTime ? 'failed' : 'succeeded'
}

interface CronJob {
  status: { active?: object[]; lastScheduleTime?: string; lastSuccessfulTime?: string }
}
