import type { Case } from '../case.ts'
import { beginImagePhase, expectAllFetched } from '../image-phase.ts'
import { databasePod } from '../servers.ts'
import { findPods } from '../pods.ts'
import { expectNoFailure, startTraffic } from '../traffic.ts'

/** Each pod of each service is deleted, as `kubectl delete pod` does it, under traffic: one of each at a time. */
export const deletedPods: Case = {
  name: 'each pod deleted in the middle of its work',
  run: async (lab) => {
    const { tools, installation } = lab
    await using traffic = await startTraffic(lab, 'deleted')
    const pods = await findPods(lab)
    for (const names of [pods.map(({ first }) => first), pods.map(({ second }) => second)]) {
      await tools.kubectl(['delete', ...names, '--timeout=600s'])
      await installation.settle()
    }
    return expectNoFailure(await traffic.stop())
  },
}

/** As near to a node's loss as one node allows: all pods of a service at once, with a second to end. */
export const killedPods: Case = {
  name: 'all pods of a service killed at once lose no image',
  run: async (lab) => {
    const { tools, helper, installation } = lab
    const deleteNow = (label: string) =>
      tools.kubectl(['delete', 'pod', '-l', label, '--grace-period=1', '--wait=false'])
    const losses = {
      services: () => deleteNow('app.kubernetes.io/component in (import-service, image-service, gateway)'),
      nats: () => deleteNow('app.kubernetes.io/name=nats'),
      // At once and without a checkpoint, and its container only: the data are as durable as the pod.
      postgres: () => tools.tryKubectl(['exec', databasePod, '--', 'sh', '-c', 'kill -QUIT 1']),
    }
    for (const [name, lose] of Object.entries(losses)) {
      const storefront = `killed-${name}`
      const run = await beginImagePhase(lab, storefront)
      await lose()
      await helper.open()
      await expectAllFetched(lab, run, storefront)
      await tools.kubectl(['rollout', 'status', 'statefulset/nats', '--timeout=600s'])
      await tools.kubectl(['rollout', 'status', 'statefulset/postgres', '--timeout=600s'])
      await installation.settle()
    }
    return 'three services together, NATS, PostgreSQL: all images fetched'
  },
}
