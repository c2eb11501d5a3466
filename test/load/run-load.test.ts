import { expect, test } from '@jest/globals'
import type { Api } from '../support/api.ts'
import { disposeAfterAll } from '../support/dispose-after-all.ts'
import { startSystem } from '../support/system.ts'
import { fitModel } from './model.ts'
import { defaultDay } from './plan.ts'
import { drawReport } from './report.ts'
import { runLoad } from './run-load.ts'
import { openTarget } from './targets/elsewhere.ts'

const undo = disposeAfterAll()
const system = undo.use(await startSystem())
const { healthPort } = system.services.gateway
const target = undo.use(
  await openTarget({
    url: system.baseUrl,
    secret: system.secret,
    databaseUrl: system.database.url,
    pictures: null,
    metrics: { gateway: `http://127.0.0.1:${healthPort}/metrics` },
  }),
)

const times = { ...defaultDay.times, browse: 2, edit: 2, repeat: 1, undo: 1, large: 1, export: 1 }
const run = {
  day: { ...defaultDay, storefronts: 3, minutes: 0.05, times },
  model: fitModel([], {}),
  say: () => {},
  signal: new AbortController().signal,
}

test('runs a short day on an existing installation, and draws its report', async () => {
  const figures = await runLoad(target, run)
  expect(figures.failures).toEqual([])
  expect(figures.done).toBe(figures.works)
  expect(figures.endpoints.map(({ endpoint }) => endpoint)).toContain('upload')
  expect(figures.used['WAL']).toBeGreaterThan(0)
  expect(figures.used['cpu gateway']).toBeGreaterThan(0)
  expect(drawReport(figures)).not.toMatch(/NaN|undefined/)
})

test('finds an export that lacks its last byte', async () => {
  const request: Api['request'] = async (path, options) => {
    const response = await target.api.request(path, options)
    if (!path.endsWith('/export')) return response
    return new Response((await response.arrayBuffer()).slice(0, -1), { status: response.status })
  }
  const day = { ...run.day, seed: '2', storefronts: 1, times: { ...times, export: 3 } }
  const { failures } = await runLoad({ ...target, api: { request } }, { ...run, day })
  expect(failures.length).toBeGreaterThan(0)
  for (const failure of failures) expect(failure).toContain('the export is not what was imported')
})
