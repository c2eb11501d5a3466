import { download, job, request, upload } from '@catalog/contracts'
import { z } from 'zod'

const timeoutMs = 3_600_000

/** Messages for this package's tests. Their deadlines outlast any test; `hasty` makes one with a short deadline. */
export const add = request('test.add', {
  input: z.object({ a: z.number(), b: z.number().default(1) }),
  output: z.object({ sum: z.number(), served_by: z.string() }),
  timeoutMs,
})

export const patient = request('test.patient', {
  input: z.object({}),
  output: z.object({}),
  timeoutMs,
})

/** The contract with a deadline short enough to wait for. */
export function hasty<Contract extends { timeoutMs: number }>(contract: Contract): Contract {
  return { ...contract, timeoutMs: 300 }
}

export const repeatText = request('test.repeat-text', {
  input: z.object({ text: z.string(), times: z.number() }),
  output: z.object({ text: z.string() }),
  timeoutMs,
})

export const takeBytes = upload('test.take-bytes', {
  input: z.object({ mode: z.string().default('all') }),
  trailer: z.object({ note: z.string() }),
  output: z.object({ length: z.number(), sha256: z.string() }),
  timeoutMs,
})

export const giveBytes = download('test.give-bytes', {
  input: z.object({ chunks: z.number(), mode: z.string().default('all') }),
  head: z.object({ chunks: z.number() }),
  timeoutMs,
})

export const paint = job({
  stream: 'TEST_PAINT',
  subject: 'test.paint',
  consumer: 'painter',
  payload: z.object({ wall: z.number() }),
  ackWaitMs: 60_000,
  maxAckPending: 4,
})

/** The same, with an ack wait short enough to wait for. */
export const hastyPaint = { ...paint, ackWaitMs: 200 }

/** The same, with an ack wait that outlasts any test. */
export const slowPaint = { ...paint, ackWaitMs: 3_600_000 }
