import { expect, test } from '@jest/globals'
import { imports, maxAdjustmentBytes, maxAdjustments } from '@catalog/contracts'
import { expectProblem } from '../testing/expect-problem.ts'
import { startImportService } from '../testing/import-service.ts'
import refused from '../testing/refused-adjustments.json' with { type: 'json' }
import { adjusted } from '../testing/samples.ts'
import { useTestGateway } from '../testing/use-test-gateway.ts'

const gateway = await useTestGateway()
const path = '/api/products/stock'

async function adjust(body: string, headers: Record<string, string> = {}): Promise<Response> {
  return await gateway.fetch(path, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  })
}

test('adjustments are passed on in their order, with the key, and answered with the stock', async () => {
  await using service = await startImportService(gateway)
  const adjustments = [
    { sku: 'A-1', by: -1 },
    { sku: 'A-1', to: 12 },
  ]
  const response = await adjust(JSON.stringify({ adjustments }), { 'Idempotency-Key': '"order 17"' })
  expect([response.status, await response.json()]).toEqual([200, adjusted])
  expect(service.asked).toEqual([
    [imports.adjustStock.subject, { storefront_id: 'shop', adjustments, idempotency_key: 'order 17' }],
  ])
})

const many = Array.from({ length: maxAdjustments + 1 }, () => ({ sku: 'A-1', by: 1 }))
test.each([
  ...refused,
  { names: 'adjustments', body: JSON.stringify({ adjustments: many }) },
  { names: 'larger than 192 KiB', body: ' '.repeat(maxAdjustmentBytes + 1) },
])('adjustments are refused: $names', async ({ body, names }) => {
  await using service = await startImportService(gateway)
  const { detail, errors = [] } = await expectProblem(await adjust(body), 400, 'invalid_request')
  expect([detail, ...errors.map(({ parameter }) => parameter)].join()).toContain(names)
  expect(service.asked).toEqual([])
})

test('a token that may import may not adjust the stock', async () => {
  const token = await gateway.token({ scope: 'catalog:read catalog:import catalog:export' })
  await expectProblem(await adjust('{}', { Authorization: `Bearer ${token}` }), 403, 'insufficient_scope')
})
