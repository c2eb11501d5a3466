import { ServiceError } from '@catalog/contracts'
import { z } from 'zod'
import { openEndpoint } from './endpoint.ts'
import { json } from './answers.ts'

const Health = z.object({ status: z.literal('ok') })

export const healthEndpoints = [
  openEndpoint({
    method: 'get',
    path: '/healthz',
    operationId: 'isAlive',
    summary: 'Whether the gateway runs',
    answers: { 200: json(Health, 'It runs.') },
    handle: async () => ({ status: 200, body: { status: 'ok' } }),
  }),

  openEndpoint({
    method: 'get',
    path: '/readyz',
    operationId: 'isReady',
    summary: 'Whether the gateway reaches the services',
    answers: { 200: json(Health, 'It does.') },
    errors: ['unavailable'],
    handle: async ({ nats }) => {
      if (!(await nats.isReachable())) {
        throw new ServiceError('unavailable', 'The gateway cannot reach the services at the moment.', {
          retryAfterS: 2,
        })
      }
      return { status: 200, body: { status: 'ok' } }
    },
  }),
]
