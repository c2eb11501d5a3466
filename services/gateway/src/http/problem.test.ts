import { describe, expect, test } from '@jest/globals'
import { errorTable, imports, ServiceError } from '@catalog/contracts'
import type { ErrorCode } from '@catalog/contracts'
import { Problem } from './problem.ts'
import { expectProblem } from '../testing/expect-problem.ts'
import { api, imageId, onDraft, onRun } from '../testing/samples.ts'
import { useTestGateway } from '../testing/use-test-gateway.ts'

const gateway = await useTestGateway()

describe('errors of the services', () => {
  const codes = Object.keys(errorTable).filter((code): code is ErrorCode => code in errorTable)

  test.each(codes)('%s answers with its status, its title and the sentence', async (code) => {
    await using _ = await gateway.serveFake((service) =>
      service.reply(imports.getDraft, async () => {
        throw new ServiceError(code, 'A sentence for the merchant.', {
          cause: new Error('connection to 10.0.0.7 refused'),
          errors: [{ message: 'row 3 is wrong', row: 3, column: 'title' }],
          rowCount: 30_214,
          retryAfterS: 7,
        })
      }),
    )
    const response = await gateway.fetch(onDraft, { headers: { 'X-Request-Id': `of-${code}` } })
    expect(response.status).toBe(errorTable[code].status)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(response.headers.get('retry-after')).toBe('7')
    expect(await response.json()).toEqual({
      type: `urn:catalog:problem:${code}`,
      title: errorTable[code].title,
      status: errorTable[code].status,
      detail: 'A sentence for the merchant.',
      code,
      request_id: `of-${code}`,
      errors: [{ message: 'row 3 is wrong', row: 3, column: 'title' }],
      row_count: 30_214,
    })
  })

  test('that are not ServiceErrors become internal and reveal nothing', async () => {
    await using _ = await gateway.serveFake((service) =>
      service.reply(imports.getDraft, async () => {
        throw new Error('duplicate key value violates unique constraint "variants_sku"')
      }),
    )
    const response = await gateway.fetch(onDraft)
    const text = await response.text()
    expect(response.status).toBe(500)
    expect(Problem.parse(JSON.parse(text)).code).toBe('internal')
    expect(text).not.toMatch(/duplicate|variants/)
  })

  test('that are the system’s fault are logged once, with the request id; those of the caller are not', async () => {
    await using _ = await gateway.serveFake((service) => {
      service.reply(imports.getDraft, async () => {
        throw new ServiceError('apply_failed', 'It was not applied.')
      })
      service.reply(imports.getRun, async () => {
        throw new ServiceError('run_not_found', 'There is no such run.')
      })
    })
    for (const [path, id] of [
      [onDraft, 'ours'],
      [onRun, 'theirs'],
    ] as const) {
      await gateway.fetch(path, { headers: { 'X-Request-Id': id } })
    }
    const errors = gateway.lines
      .filter(({ level }) => level === 'error')
      .map(({ fields }) => fields['request_id'])
    expect(errors.filter((id) => id === 'ours')).toHaveLength(1)
    expect(errors).not.toContain('theirs')
  })

  test('a service that does not answer is 503 with Retry-After', async () => {
    for (const path of [onDraft, `${api}/export`, `${api}/images/${imageId}/thumb`]) {
      const response = await gateway.fetch(path)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      await expectProblem(response, 503, 'unavailable')
    }
  })
})
