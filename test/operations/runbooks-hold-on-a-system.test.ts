import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Run } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import { connected } from '../../deploy/local/database.ts'
import { serviceNames } from '../../deploy/local/services.ts'
import { csvOf } from '../support/canonical-file.ts'
import { disposeAfterAll } from '../support/dispose-after-all.ts'
import { startPicturedSystem } from '../support/pictured-system.ts'
import { processMetrics } from './support/process-metrics.ts'
import { blocksOf, commandsOfPage, readRunbook, runbookNames, runbooksFolder } from './support/runbooks.ts'

const undo = disposeAfterAll()
const { images, system, database } = undo.use(await startPicturedSystem())
const storefront = 'restored'
const run = await confirmPicture()

const pages = runbookNames.map((name) => ({ name, page: readRunbook(name) }))
const otherPages = ['../terraform/README.md', '../dashboards/README.md', '../slos.md'].map((name) => ({
  name,
  page: readRunbook(name),
}))

/** As psql puts its variables in. */
function withVariables(sql: string, variables: Record<string, string>): string {
  return sql.replaceAll(/:'(\w+)'/g, (_whole, name: string) => {
    const value = variables[name]
    if (value === undefined) throw new Error(`no value for :'${name}'`)
    return `'${value}'`
  })
}

async function confirmPicture(): Promise<Run> {
  const file = csvOf([
    { handle: 'pictured', title: 'Pictured', variant_price: '1', image_url: images.url('/a.jpg') },
  ])
  const draft = await system.upload(file, { storefront })
  const { run_id: runId } = await system.confirm(draft.draft_id, { storefront })
  return system.waitForRun(runId, undefined, { storefront })
}

test.each(serviceNames)('%s exposes the metrics of its process that the dashboard shows', async (name) => {
  const answer = await fetch(`http://127.0.0.1:${system.services[name].healthPort}/metrics`)
  const text = await answer.text()
  for (const metric of processMetrics)
    expect(text).toMatch(new RegExp(`^${metric}\\{service="${name}"\\} `, 'm'))
})

describe.each(pages)('in $name', ({ page }) => {
  const ids = {
    storefront_id: storefront,
    run_id: '01a1fccd-8a84-70f5-938d-8aaf137c480d',
    draft_id: '01a1fccd-896b-7152-be9e-caffabf7a6c5',
    product_ids: '{01a1fccd-8a84-70f5-938d-8aaf137c480e}',
  }
  const statements = blocksOf(page, 'sql')
  if (statements.length > 0) {
    test.each(statements)('the schema has what statement %# names', async (sql) => {
      const { rows } = await database.query(`explain ${withVariables(sql, ids)}`)
      expect(rows.length).toBeGreaterThan(0)
    })
  }
})

const figures = pages.flatMap(({ name, page }) =>
  [
    ...page.matchAll(
      /deployment\/catalog-(\S+) 8081:8081 &\ncurl -s \S+\/metrics \| grep (?:-E '(.+)'|(\S+))/g,
    ),
  ].map(([, service = '', pattern, plain = '']) => ({ name, service, pattern: pattern ?? plain })),
)
test.each(figures)('in $name, $service has figures that $pattern finds', async ({ service, pattern }) => {
  const name = serviceNames.find((one) => one === service)
  if (name === undefined) throw new Error(`there is no ${service}`)
  const answer = await fetch(`http://127.0.0.1:${system.services[name].healthPort}/metrics`)
  const lines = (await answer.text()).split('\n')
  const outer = /^(.*?)\((.+)\)(.*)$/.exec(pattern)
  const alternatives =
    outer === null ? [pattern] : alternativesOf(outer[2] ?? '').map((one) => `${outer[1]}${one}${outer[3]}`)
  for (const one of alternatives)
    expect([one, lines.some((line) => new RegExp(one).test(line))]).toEqual([one, true])
})

/** Of `a|b(c|d)`: those that no parenthesis holds. */
function alternativesOf(pattern: string): string[] {
  return pattern.split(/\|(?![^(]*\))/)
}

describe.each([...pages, ...otherPages])('in $name', ({ name, page }) => {
  test('every link leads to a page and a heading that exist', () => {
    for (const [, target = ''] of page.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (target.startsWith('https://')) continue
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? null : new URL(path, new URL(name, runbooksFolder))
      if (file !== null) expect([target, existsSync(file)]).toEqual([target, true])
      if (anchor === undefined) continue
      const text = file === null ? page : readFileSync(file, 'utf8')
      expect([target, anchorsOf(text)]).toEqual([target, expect.arrayContaining([anchor])])
    }
  })
})

test('the token for reading is taken by the gateway, for that storefront and for reading only', async () => {
  const command = commandsOfPage(readRunbook('operations.md'), ['kubectl']).find(
    ([, , , verb]) => verb === 'exec',
  )
  const [program, ...args] = command?.slice(command.indexOf('--') + 1) ?? []
  expect([program, args[0], args[2]]).toEqual(['node', '-e', '$STOREFRONT_ID'])
  const { stdout } = spawnSync(process.execPath, ['-e', args[1] ?? '', storefront], {
    encoding: 'utf8',
    env: { CATALOG_AUTH_SECRET: system.secret },
  })
  const headers = { authorization: `Bearer ${stdout.trim()}` }
  const path = `/api/products/imports/runs/${run.run_id}`
  expect(await (await system.request(path, { storefront: null, headers })).json()).toMatchObject({
    storefront_id: storefront,
  })
  const refused = await system.request(`${path}/retry-images`, { method: 'POST', storefront: null, headers })
  expect(refused.status).toBe(403)
})

test('pictures whose objects were lost are fetched again, as the runbook says', async () => {
  const { run_id: runId } = run
  const path = `/api/products/imports/runs/${runId}`
  const {
    image_outcomes: [image],
  } = await system.json<Run>(path, { storefront })
  const rendition = `/api/products/images/${image?.image_id}/original`
  const statusOf = async () => {
    const answer = await system.request(rendition, { storefront })
    await answer.arrayBuffer()
    return answer.status
  }
  expect(await statusOf()).toBe(200)
  await rm(join(system.objects, 'product-images'), { recursive: true })
  expect(await statusOf()).toBe(404)

  const statement = blocksOf(readRunbook('restore.md'), 'sql').find((sql) => sql.includes('lost as'))
  const { rows } = await database.query(withVariables(statement ?? '', { storefront_id: storefront }))
  expect(rows).toEqual([{ run_id: runId, images: '1' }])
  const failed = await system.json<Run>(path, { storefront })
  expect(failed.image_counts).toEqual({ pending: 0, fetched: 0, rejected: 0, failed: 1 })
  await system.json(`${path}/retry-images`, { method: 'POST', storefront })
  const again = await system.waitForRun(runId, undefined, { storefront })
  expect(again.image_counts).toEqual({ pending: 0, fetched: 1, rejected: 0, failed: 0 })
  expect(await statusOf()).toBe(200)
})

test('another login for PostgreSQL works beside the old one, and what it creates is the owner’s', async () => {
  const statements = blocksOf(readRunbook('operations.md'), '').find((block) =>
    block.startsWith('create role'),
  )
  const [owner, second, reader] = ['catalog', 'catalog_2', 'catalog_export_2'].map(ofThisTest)
  await database.query(`create role ${owner}; grant all on schema public to ${owner}`)
  try {
    await database.query(ofThisTest(statements ?? ''))
    const send = (user: string | undefined, statement: string) => {
      const url = Object.assign(new URL(system.database.url), { username: user, password: 'secret' })
      return connected(url.href, (client) => client.query(statement))
    }
    await send(second, 'create table made_later ()')
    const { rows } = await database.query(`select tableowner from pg_tables where tablename = 'made_later'`)
    expect(rows).toEqual([{ tableowner: owner }])
    await send(reader, 'select from products')
    await expect(send(reader, 'delete from products')).rejects.toThrow('permission denied')
  } finally {
    await database.query('drop table if exists made_later')
    await database.query(
      `drop role if exists ${second}, ${reader}; drop owned by ${owner}; drop role ${owner}`,
    )
  }
})

/** Roles are the whole server's, and other tests use it too. */
function ofThisTest(text: string): string {
  return text.replaceAll(/\bcatalog(_2|_export_2)?\b/g, `rotated$1_${process.pid}`).replaceAll('…', 'secret')
}

/** As GitHub makes them of headings. */
function anchorsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}
