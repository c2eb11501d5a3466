import type { Draft } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import { bodyOf } from './support/api.ts'
import { catalogFile } from './support/canonical-file.ts'
import { useSystem } from './support/use-system.ts'

const system = await useSystem({
  'import-service': { CATALOG_REQUIRE_SECOND_PERSON: 'true' },
  gateway: { CATALOG_PUBLIC_URL: 'https://shop.example.com' },
})

const imports = '/api/products/imports'
const file = catalogFile({ products: 2, variants: 1 })

/** Sends requests as this person, with the storefront `shop`. */
function person(sub: string, scopes?: string[], storefront = 'shop') {
  const authorization = `Bearer ${system.token(storefront, scopes, { extra: { sub } })}`
  const headers = { authorization, 'content-type': 'text/csv' }
  return {
    post: (path: string, body?: string) =>
      system.request(path, { method: 'POST', headers, ...(body !== undefined && { body }) }),
    patch: (path: string, body: object) =>
      system.request(path, {
        method: 'PATCH',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    get: (path: string) => system.request(path, { headers }),
    upload: () => system.upload(file, { headers }),
  }
}

describe('a draft that a second person has to apply', () => {
  test('who made it may not apply it, and another person may', async () => {
    const [anna, ben] = [person('anna', undefined, 'two'), person('ben', undefined, 'two')]
    const { draft_id: id } = await anna.upload()
    const refused = await anna.post(`${imports}/${id}/confirm`)
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'second_person_required' }])
    // Looking at it again does not make it one's own.
    expect((await ben.post(`${imports}/${id}/recheck`)).status).toBe(200)
    expect((await anna.post(`${imports}/${id}/confirm`)).status).toBe(403)
    const run = await ben.post(`${imports}/${id}/confirm`)
    expect(run.status).toBe(201)
    const { run_id: runId, created_by: by, confirmed_by: confirmedBy } = JSON.parse(await run.text())
    expect([by.sub, confirmedBy.sub]).toEqual(['anna', 'ben'])

    const undo = await bodyOf<Draft>(await ben.post(`${imports}/runs/${runId}/undo`))
    expect((await ben.post(`${imports}/${undo.draft_id}/confirm`)).status).toBe(403)
    expect((await anna.post(`${imports}/${undo.draft_id}/confirm`)).status).toBe(201)
  })

  test('may not be applied by who has chosen what of it is imported either', async () => {
    const [anna, ben, cleo] = [
      person('anna', undefined, 'chosen'),
      person('ben', undefined, 'chosen'),
      person('cleo', undefined, 'chosen'),
    ]
    const { draft_id: id, created_at: seenAt } = await anna.upload()
    expect((await ben.patch(`${imports}/${id}`, { choice: { products: 'new' } })).status).toBe(200)
    expect((await cleo.post(`${imports}/${id}/recheck`)).status).toBe(200)
    const stale = await cleo.post(`${imports}/${id}/confirm?previewed_at=${seenAt}`)
    expect([stale.status, await stale.json()]).toMatchObject([409, { code: 'draft_stale' }])
    const confirm = async (who: typeof anna) => (await who.post(`${imports}/${id}/confirm`)).status
    expect([await confirm(anna), await confirm(ben), await confirm(cleo)]).toEqual([403, 403, 201])
  })

  test('is proposed by a token that may not apply, which passes its address on', async () => {
    const agent = person('agent', ['catalog:propose'])
    const { draft_id: id, review_url: url } = await agent.upload()
    expect(url).toBe(`https://shop.example.com/admin/imports/${id}`)
    for (const path of [
      `${imports}/${id}`,
      `${imports}/${id}/rows`,
      `${imports}/${id}/errors.csv`,
      imports,
    ]) {
      const answer = await agent.get(path)
      expect([path, answer.status]).toEqual([path, 200])
      await answer.arrayBuffer()
    }
    expect((await agent.post(`${imports}/${id}/recheck`)).status).toBe(200)
    const refused = await agent.post(`${imports}/${id}/confirm`)
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { code: 'insufficient_scope', detail: 'This needs a token with the scope catalog:import.' },
    ])
    expect((await person('owner').post(`${imports}/${id}/confirm`)).status).toBe(201)
    const { draft_id: other } = await agent.upload()
    expect((await agent.post(`${imports}/${other}/cancel`)).status).toBe(204)
  })

  test('cannot be applied if it is not known who made it', async () => {
    const { draft_id: id } = await person('anna', undefined, 'unknown').upload()
    const database = await system.database.connect()
    await database.query('update import_drafts set created_by = null where draft_id = $1', [id])
    const refused = await person('ben', undefined, 'unknown').post(`${imports}/${id}/confirm`)
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'second_person_required' }])
  })
})
