import assert from 'node:assert/strict'
import { waitFor } from '../../support/wait-for.ts'
import type { Case } from '../case.ts'
import type { Lab } from '../lab.ts'
import { findPods } from '../pods.ts'
import { expectNoFailure, startTraffic } from '../traffic.ts'

/** What `kubectl drain` asks of the API server for each pod, without a node that the others would have to go to. */
export const drain: Case = {
  name: 'both replicas of each evicted, one at a time by the budget',
  run: async (lab) => {
    await using traffic = await startTraffic(lab, 'drained')
    const pods = await findPods(lab)
    await Promise.all(
      pods.map(async ({ first, second }) => {
        await evict(lab, first, true)
        await evict(lab, second, false)
        await waitFor(
          'the budget to let the second go',
          () => tryToEvict(lab, second).then(({ isOk }) => isOk),
          { timeoutMs: 120_000, everyMs: 500 },
        )
      }),
    )
    await lab.installation.settle()
    return expectNoFailure(await traffic.stop())
  },
}

async function evict(lab: Lab, pod: string, isLet: boolean): Promise<void> {
  const { isOk, said } = await tryToEvict(lab, pod)
  assert.equal(isOk, isLet, `${pod}: ${said}`)
  if (!isLet) assert.match(said, /violate the pod's disruption budget/)
}

async function tryToEvict({ tools }: Lab, pod: string): Promise<{ isOk: boolean; said: string }> {
  const { namespace } = tools
  const name = pod.slice('pod/'.length)
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } }
  const path = `/api/v1/namespaces/${namespace}/pods/${name}/eviction`
  const { code, stderr } = await tools.tryKubectl(['create', '--raw', path, '-f', '-'], {
    input: JSON.stringify(eviction),
  })
  return { isOk: code === 0, said: stderr }
}
