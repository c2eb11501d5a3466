import { expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import { registerGauges } from './metrics.ts'

const connections = () => ({ used: 2, waiting: 1 })

test('a server that hangs only hides its own figures, and is not asked again while it does', async () => {
  const registry = new Registry()
  const answer = Promise.withResolvers<{ pending: number; waiting: number }>()
  let asked = 0
  const readings = {
    images() {
      asked += 1
      return answer.promise
    },
    queueDepth: () => Promise.resolve(7),
    oldestImagePhaseSeconds: () => Promise.reject(new Error('not reachable')),
    connections,
  }
  registerGauges(registry, readings, 1)

  const during = await registry.metrics()
  expect(during).toMatch(/^catalog_image_queue_depth 7$/m)
  expect(during).toMatch(/^catalog_database_waiting 1$/m)
  expect(during).not.toMatch(/^catalog_(images_pending|images_waiting|oldest_image_phase_seconds) /m)
  await registry.metrics()
  expect(asked).toBe(1)

  answer.resolve({ pending: 3, waiting: 2 })
  await answer.promise
  expect(await registry.metrics()).toMatch(/^catalog_images_pending 3$/m)
})
