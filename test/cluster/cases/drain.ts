import assert from 'node:assert/strict'
import { waitFor } from '../../support/wait-for.ts'
import type { Case } from '../case.ts'
import { release } from '../chart.ts'
import type { Lab } from '../lab.ts'
import { findPods } from '../pods.ts'
import { named } from '../servers.ts'
import { expectNoFailure, startTraffic } from '../traffic.ts'

/** Sends the API server the same eviction for each pod as `kubectl drain`, but needs no second node. */
export const drain: Case = {
  name: 'both replicas of each evicted, one at a time by the budget',
  run: async (lab) => {
    await using traffic = await startTraffic(lab, 'drained')
    const pods = await findPods(lab)
    await forbidNewPods(lab)
    await Promise.all(
      pods.map(async ({ first, second }) => {
        await evict(lab, first)
        const { isOk, output } = await tryToEvict(lab, second)
        assert.ok(!isOk, `${second} was evicted beside ${first}`)
        assert.match(output, /violate the pod's disruption budget/)
      }),
    )
    await lab.tools.kubectl(['delete', 'resourcequota', quota])
    await Promise.all(
      pods.map(async ({ name, second }) => {
        await lab.tools.kubectl(['rollout', 'status', `deployment/${release}-${name}`, '--timeout=600s'])
        await evict(lab, second)
      }),
    )
    await lab.installation.settle()
    return expectNoFailure(await traffic.stop())
  },
}

const quota = 'no-new-pods'

/** Otherwise the first one's replacement may be ready before the second eviction is requested. */
async function forbidNewPods({ tools }: Lab): Promise<void> {
  await tools.apply([{ ...named('v1', 'ResourceQuota', quota), spec: { hard: { pods: '0' } } }])
  const inForce = ['get', 'resourcequota', quota, '-o', 'jsonpath={.status.hard.pods}']
  await waitFor('the quota to be in force', async () => (await tools.kubectl(inForce)) === '0', {
    timeoutMs: 300_000,
    everyMs: 200,
  })
}

/** Repeats the eviction until the budget allows it: its count of healthy pods is updated with a delay. */
async function evict(lab: Lab, pod: string): Promise<void> {
  await waitFor(`the budget to let ${pod} go`, () => tryToEvict(lab, pod).then(({ isOk }) => isOk), {
    timeoutMs: 300_000,
    everyMs: 500,
  })
}

async function tryToEvict({ tools }: Lab, pod: string): Promise<{ isOk: boolean; output: string }> {
  const { namespace } = tools
  const name = pod.slice('pod/'.length)
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } }
  const path = `/api/v1/namespaces/${namespace}/pods/${name}/eviction`
  const { code, stderr } = await tools.tryKubectl(['create', '--raw', path, '-f', '-'], {
    input: JSON.stringify(eviction),
  })
  return { isOk: code === 0, output: stderr }
}
