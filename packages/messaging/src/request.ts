import type { RequestContract } from '@catalog/contracts'
import type { z } from 'zod'
import type { Nats } from './connect-nats.ts'
import { openExchange } from './exchange.ts'
import type { CallOptions } from './exchange.ts'
import { withClientSpan } from './tracing.ts'
import { whileConnected } from './while-connected.ts'
import { parseOutput } from './wire.ts'

/**
 * Sends the input to one instance and waits for its answer.
 * @throws ServiceError the one that the handler threw; `unavailable` if no instance answers to the subject, the
 * instance disappears or NATS is not connected; `timeout` after the contract's `timeoutMs`
 */
export function request<Input extends z.ZodType, Output extends z.ZodType>(
  nats: Nats,
  contract: RequestContract<Input, Output>,
  input: z.input<Input>,
  options: CallOptions = {},
): Promise<z.output<Output>> {
  return withClientSpan(contract.subject, async () => {
    using exchange = openExchange(nats, contract, input, options, {
      onFrame: () => undefined,
      heartbeat: () => ({ kind: 'alive' }),
    })
    exchange.startDeadline()
    return parseOutput(contract.output, await whileConnected(nats, exchange.answer))
  })
}
