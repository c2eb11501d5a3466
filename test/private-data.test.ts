import { expect, test } from '@jest/globals'
import type { Draft, DraftPage, Run, RunPage } from '@catalog/contracts'
import { serviceNames } from '../deploy/local/services.ts'
import { startCollector } from './support/collector.ts'
import { disposeAfterAll } from './support/dispose-after-all.ts'
import { startSystem } from './support/system.ts'
import { waitFor } from './support/wait-for.ts'

const undo = disposeAfterAll()
const collector = undo.use(await startCollector())
const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, CATALOG_LOG_LEVEL: 'debug' }
const system = undo.use(await startSystem({ env: { all: env } }))

const imports = '/api/products/imports'

/** As a library that prints what it reads. */
const printing = `
  const { decode } = TextDecoder.prototype
  TextDecoder.prototype.decode = function (...args) {
    const text = decode.apply(this, args)
    if (text.includes('okapi')) console.log(text)
    return text
  }`

test('what a library prints that reads a file reaches no log, but that it does', async () => {
  const preload = `--import=data:text/javascript,${encodeURIComponent(printing)}`
  await using printed = await startSystem({ env: { 'import-service': { NODE_OPTIONS: preload } } })
  const { logs, noise } = printed.services['import-service']
  await printed.upload('handle,title,variant_price\na,okapi,1\n')
  await waitFor('the warning', () =>
    logs.some(({ message, method }) => message === 'a library printed to the console' && method === 'log'),
  )
  await printed.kill('import-service', 'SIGTERM')
  expect(JSON.stringify([logs, noise])).not.toContain('okapi')
})

test('the names of files and people, and tokens, reach no event, log line, metric or trace', async () => {
  const token = system.token('shop', undefined, { extra: { sub: 'zebra-subject', name: 'Zebra Person' } })
  const signature = token.split('.').at(-1) ?? ''
  expect(signature.length).toBeGreaterThan(40)
  const authorization = `Bearer ${token}`
  const as = { storefront: null, headers: { authorization } }
  const upload = async (csv: string) => {
    const body = formOf(csv, 'zebra prices.csv')
    return await system.json<Draft>(imports, { method: 'POST', body, ...as })
  }
  const apply = async ({ draft_id: id }: Draft) =>
    await system.json<Run>(`${imports}/${id}/confirm`, { method: 'POST', ...as })

  await apply(await upload('handle,title,variant_price\na,A,1\n'))
  const draft = await upload('handle,title,variant_price\na,A,2\nb,B,free\n')
  expect((await system.json<DraftPage>(imports, as)).drafts).toMatchObject([
    { file_name: 'zebra prices.csv', created_by: { sub: 'zebra-subject', name: 'Zebra Person' } },
  ])
  const run = await apply(draft)
  expect(run.confirmed_by).toEqual({ sub: 'zebra-subject', name: 'Zebra Person' })
  const found = await system.json<RunPage>(`${imports}/runs?q=ZEBRA`, as)
  expect(found.runs).toHaveLength(2)
  for (const part of ['rows', 'errors.csv', 'changes.csv']) {
    const response = await system.request(`${imports}/runs/${run.run_id}/${part}`, as)
    expect([response.status, (await response.text()).length > 0]).toEqual([200, true])
  }
  const undone = await system.json<Draft>(`${imports}/runs/${run.run_id}/undo`, { method: 'POST', ...as })
  await apply(undone)
  const nothing = await system.request(`${imports}/runs/${run.run_id}/undo`, { method: 'POST', ...as })
  expect(nothing.status).toBe(409)
  await nothing.arrayBuffer()
  const refused = await system.request(imports, {
    method: 'POST',
    body: formOf('', 'zebra nothing.csv'),
    ...as,
  })
  expect(refused.status).toBe(422)
  await refused.arrayBuffer()

  const notOurs = { ...as, headers: { authorization: `${authorization}x` } }
  const unsigned = await system.request(imports, notOurs)
  expect(unsigned.status).toBe(401)
  await unsigned.arrayBuffer()

  const metrics = await Promise.all(
    serviceNames.map(async (name) => {
      const response = await fetch(`http://127.0.0.1:${system.services[name].healthPort}/metrics`)
      return await response.text()
    }),
  )
  await waitFor('the confirms to be events', () => system.events('import_run_completed').length === 3)
  for (const name of serviceNames) await system.kill(name, 'SIGTERM')
  const output = serviceNames.flatMap((name) => {
    const { logs, events, noise } = system.services[name]
    return [...logs, ...events, ...noise].map((line) => JSON.stringify(line))
  })
  const spans = collector.sent.map((bytes) => bytes.toString('latin1'))
  for (const all of [output, metrics, spans]) {
    expect(all.join('\n').length).toBeGreaterThan(1_000)
    expect(all.filter((text) => /zebra/i.test(text) || text.includes(signature))).toEqual([])
  }
  expect(spans.some((text) => text.includes('catalog.import.undo-run'))).toBe(true)
})

function formOf(csv: string, fileName: string): FormData {
  const form = new FormData()
  form.set('file', new Blob([csv]), fileName)
  return form
}
