import { expect, test } from '@jest/globals'
import { startSystem } from './support/system.ts'
import { waitFor } from './support/wait-for.ts'

test('a gateway that is to end serves on while it drains, and sends each client elsewhere', async () => {
  await using system = await startSystem({ env: { gateway: { CATALOG_DRAIN_SECONDS: '300' } } })
  const ask = async () => {
    const response = await system.request('/api/products/summary')
    await response.arrayBuffer()
    expect(response.status).toBe(200)
    return response.headers.get('connection')
  }
  expect(await ask()).toBe('keep-alive')

  process.kill(system.services.gateway.pid, 'SIGTERM')
  await waitFor('an answer to be the last one of its connection', async () => (await ask()) === 'close')
  expect(await ask()).toBe('close')

  // A second signal ends it at once.
  await system.kill('gateway', 'SIGTERM')
  await expect(system.request('/api/products/summary')).rejects.toThrow('fetch failed')
})
