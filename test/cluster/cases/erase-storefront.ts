import assert from 'node:assert/strict'
import type { Case } from '../case.ts'
import { release } from '../chart.ts'
import { walkThrough } from '../journey.ts'

/** Follows the runbook: creates a Job in addition to the release, which stays unchanged. */
export const eraseStorefront: Case = {
  name: 'a storefront is erased by the Job',
  run: async (lab) => {
    const { api, installation, tools, objectsInBucket } = lab
    const [storefront, neighbour] = ['erased', 'erased-not']
    for (const one of [storefront, neighbour]) await walkThrough(lab, one)
    const job = await installation.render('templates/erase-storefront.yaml', `eraseStorefront=${storefront}`)
    await tools.kubectl(['create', '-f', '-'], { input: job })
    const name = `job/${release}-erase-storefront`
    await tools.kubectl(['wait', '--for=condition=complete', name, '--timeout=600s'])
    const log = await tools.kubectl(['logs', name, '--tail=1'])
    assert.match(log, /"message":"erased, 0 left"/)
    await tools.kubectl(['delete', name])

    assert.equal(await objectsInBucket(storefront), 0)
    assert.ok((await objectsInBucket(neighbour)) > 0, 'the renditions of another storefront are there')
    const exported = await api.request('/api/products/export', { storefront })
    assert.equal(exported.status, 409)
    const kept = await api.request('/api/products/export', { storefront: neighbour })
    assert.equal(kept.status, 200)
    await Promise.all([exported.arrayBuffer(), kept.arrayBuffer()])
    return 'nothing of it is left, and all of another one'
  },
}
