import assert from 'node:assert/strict'
import type { Case } from '../case.ts'
import { waitFor } from '../../support/wait-for.ts'
import { ofRelease } from '../chart.ts'
import { walkThrough } from '../journey.ts'
import type { Lab } from '../lab.ts'
import { secret } from '../servers.ts'
import { expectNoFailure, startTraffic } from '../traffic.ts'

/** New pods cannot start with a wrong setting; the old ones keep serving, and a rollback removes the setting. */
export const wrongSettings: Case = {
  name: 'wrong settings keep the old pods serving',
  run: async (lab) => {
    const { tools, installation, urls } = lab
    const before = await servingPods(lab)
    await using traffic = await startTraffic(lab, 'wrong')
    await tools.apply([
      secret('wrong-nats', { 'nats-url': urls.nats('gateway', 'wrong') }),
      secret('wrong-database', { 'database-url': urls.database('catalog', 'wrong') }),
    ])

    const begun = await installation.tryUpgrade(
      'services.gateway.secrets.natsUrl.name=wrong-nats',
      'services.import-service.secretEnv.OTEL_EXPORTER_OTLP_HEADERS.name=missing',
      'services.import-service.secretEnv.OTEL_EXPORTER_OTLP_HEADERS.key=headers',
      'services.export-service.image.tag=missing',
    )
    assert.equal(begun.code, 0, begun.stderr)
    await waitFor('the new pods to be in trouble', () => areStuck(lab), { timeoutMs: 300_000, everyMs: 500 })
    await walkThrough(lab, 'wrong-settings')
    const kept = await servingPods(lab)
    for (const pod of before.filter((name) => !name.includes('image-service'))) {
      assert.ok(kept.includes(pod), `${pod} still serves`)
    }
    await installation.rollback()

    const unmigrated = await installation.tryUpgrade(
      'migration.databaseUrl.name=wrong-database',
      'migration.backoffLimit=0',
      'log.level=debug',
    )
    assert.notEqual(unmigrated.code, 0)
    const levels = await tools.kubectl(['get', 'deployments', '-o', 'json', ...ofRelease])
    assert.ok(!levels.includes('"debug"'), 'nothing else was changed')
    await installation.upgrade()
    await installation.settle()
    return expectNoFailure(await traffic.stop())
  },
}

async function servingPods(lab: Lab): Promise<string[]> {
  return (await podsOf(lab))
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .filter(({ status }) => status.conditions?.some((one) => one.type === 'Ready' && one.status === 'True'))
    .map(({ metadata }) => metadata.name)
}

/** A gateway that NATS refuses, an import-service without its Secret, an export-service without its image. */
async function areStuck(lab: Lab): Promise<boolean> {
  const containers = (await podsOf(lab)).flatMap(({ status }) => status.containerStatuses ?? [])
  const reasons = containers.map(({ name, state }) => `${name} ${state?.waiting?.reason}`).join('\n')
  return (
    containers.some(({ name, ready, state }) => name === 'gateway' && !ready && state?.running) &&
    /^import-service CreateContainerConfigError$/m.test(reasons) &&
    /^export-service (ErrImagePull|ImagePullBackOff)$/m.test(reasons)
  )
}

async function podsOf({ tools }: Lab): Promise<Pod[]> {
  const json = await tools.kubectl(['get', 'pods', '-o', 'json', ...ofRelease])
  const { items }: { items: Pod[] } = JSON.parse(json)
  return items
}

interface Pod {
  metadata: { name: string; deletionTimestamp?: string }
  status: {
    conditions?: { type: string; status: string }[]
    containerStatuses?: {
      name: string
      ready: boolean
      state?: { waiting?: { reason: string }; running?: object }
    }[]
  }
}
