import assert from 'node:assert/strict'
import type { Summary } from '@catalog/contracts'
import { catalogFile } from '../../support/canonical-file.ts'
import type { Case } from '../case.ts'
import { callOperator, fieldsOf } from '../operator.ts'

/** RB-2 with its own commands: a foreign trigger makes a merchant's confirm fail. */
export const applyFailed: Case = {
  name: 'RB-2: an apply failed',
  run: async (lab) => {
    const { api, sql } = lab
    const storefront = 'rb-2'
    const first = await api.upload(catalogFile({ products: 5, variants: 1 }), { storefront })
    await api.confirm(first.draft_id, { storefront })
    const draft = await api.upload(catalogFile({ products: 9, variants: 1 }), { storefront })
    await sql(`create function refuse() returns trigger language plpgsql as $$
        begin raise exception 'refused'; end $$;
      create trigger refuse before insert or update on variants for each row
        when (new.storefront_id = '${storefront}') execute function refuse();`)
    const confirm = `/api/products/imports/${draft.draft_id}/confirm`
    const refused = await api.request(confirm, { method: 'POST', storefront })
    assert.equal(refused.status, 500)
    assert.match(await refused.text(), /"apply_failed"/)

    await using operator = await callOperator(lab, 'RB-2.md')
    const events = fieldsOf(await operator.shell('| grep import_apply_failed'))
    assert.equal(events.length, 1)
    assert.partialDeepStrictEqual(events, [
      { draft_id: draft.draft_id, storefront_id: storefront, error_class: 'plpgsql_error' },
    ])
    const state = await operator.shell('logs job/catalog-migration')
    assert.match(state, /"message":"migrated"/)
    assert.match(state, /deployed/)
    assert.equal(state.match(/1\/1 +Running/g)?.length, 2)

    const TOKEN = await operator.readingToken(storefront)
    const variables = { storefront_id: storefront, draft_id: draft.draft_id }
    const history = await operator.shell('imports/runs?limit=5', { TOKEN })
    assert.ok(history.includes(first.draft_id) && !history.includes(draft.draft_id))
    assert.match(history, /"product_count":5\b/)
    const [runs, products] = (await operator.statement('runs_of_draft', variables)).split('|')
    assert.deepEqual([runs, products], ['0', '5'])
    const kept = await operator.shell('imports/$DRAFT_ID', { TOKEN, DRAFT_ID: draft.draft_id })
    assert.match(kept, /"importable":true/)

    await sql('drop trigger refuse on variants; drop function refuse;')
    await api.confirm(draft.draft_id, { storefront })
    const { product_count: count } = await api.json<Summary>('/api/products/summary', { storefront })
    assert.equal(count, 9)
    return 'found, the rollback and the draft confirmed; the merchant confirmed again'
  },
}
