import assert from 'node:assert/strict'
import type { Case } from '../case.ts'
import { release } from '../chart.ts'
import { walkThrough } from '../journey.ts'
import type { Lab } from '../lab.ts'
import { secret } from '../servers.ts'
import { expectNoFailure, startTraffic } from '../traffic.ts'

/** A setting that the new pods cannot start with; the old ones serve, and a rollback clears it away. */
export const wrongSettings: Case = {
  name: 'wrong settings keep the old pods serving',
  run: async (lab) => {
    const { tools, installation } = lab
    const before = await servingPods(lab)
    await using traffic = await startTraffic(lab, 'wrong')
    await tools.apply([
      secret('wrong-nats', { 'nats-url': 'nats://gateway:wrong@nats:4222' }),
      secret('wrong-database', { 'database-url': 'postgres://catalog:wrong@postgres:5432/catalog' }),
    ])

    const refused = await installation.tryUpgrade(
      '30s',
      'services.gateway.secrets.natsUrl.name=wrong-nats',
      'services.import-service.secretEnv.OTEL_EXPORTER_OTLP_HEADERS.name=missing',
      'services.import-service.secretEnv.OTEL_EXPORTER_OTLP_HEADERS.key=headers',
      'services.export-service.image.tag=missing',
    )
    assert.notEqual(refused.code, 0)
    await walkThrough(lab, 'wrong-settings')
    const kept = await servingPods(lab)
    for (const pod of before.filter((name) => !name.includes('image-service'))) {
      assert.ok(kept.includes(pod), `${pod} still serves`)
    }
    await tools.helm(['rollback', release, '--wait', '--timeout', '5m'])

    const unmigrated = await installation.tryUpgrade(
      '2m',
      'migration.databaseUrl.name=wrong-database',
      'migration.backoffLimit=0',
      'log.level=debug',
    )
    assert.notEqual(unmigrated.code, 0)
    const levels = await tools.kubectl([
      'get',
      'deployments',
      '-o',
      'json',
      '-l',
      'app.kubernetes.io/instance=catalog',
    ])
    assert.ok(!levels.includes('"debug"'), 'nothing else was changed')
    await installation.upgrade()
    return expectNoFailure(await traffic.stop())
  },
}

async function servingPods({ tools }: Lab): Promise<string[]> {
  const json = await tools.kubectl(['get', 'pods', '-o', 'json', '-l', 'app.kubernetes.io/instance=catalog'])
  const { items }: Pods = JSON.parse(json)
  return items
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .filter(({ status }) => status.conditions?.some((one) => one.type === 'Ready' && one.status === 'True'))
    .map(({ metadata }) => metadata.name)
}

interface Pods {
  items: {
    metadata: { name: string; deletionTimestamp?: string }
    status: { conditions?: { type: string; status: string }[] }
  }[]
}
