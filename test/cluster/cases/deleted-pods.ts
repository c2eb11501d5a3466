import type { Case } from '../case.ts'
import { beginImagePhase, expectAllFetched } from '../image-phase.ts'
import { databasePod } from '../servers.ts'
import { findPods } from '../pods.ts'
import { expectNoFailure, startTraffic } from '../traffic.ts'

/** Deletes each pod of each service under traffic, like `kubectl delete pod`: one of each service at a time. */
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

/** As similar to the loss of a node as possible on one node: ends all pods of a service at once, within a second. */
export const killedPods: Case = {
  name: 'all pods of a service killed at once lose no image',
  run: async (lab) => {
    const { tools, helper, installation } = lab
    const deleteNow = (label: string) =>
      tools.kubectl(['delete', 'pod', '-l', label, '--grace-period=1', '--wait=false'])
    const losses = {
      services: () => deleteNow('app.kubernetes.io/component in (import-service, image-service, gateway)'),
      nats: () => deleteNow('app.kubernetes.io/name=nats'),
      // Ends at once and without a checkpoint, and only the container: the data lasts as long as the pod.
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
