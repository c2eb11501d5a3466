import type { DownloadContract, RequestContract } from '@catalog/contracts'
import { download, request } from '@catalog/messaging'
import type { z } from 'zod'
import type { Gateway, Reply } from '../context.ts'
import { attachment } from './answers.ts'
import type { Call } from './endpoint.ts'

type Handle<Input> = (gateway: Gateway, call: Pick<Call<Input>, 'input' | 'options'>) => Promise<Reply>

/** Sends the input as this message, and answers with the service's answer; with nothing where the status is 204. */
export function forward<Input extends z.ZodType, Output extends z.ZodType<object>>(
  contract: RequestContract<Input, Output>,
  status = 200,
): Handle<z.input<Input>> {
  return async ({ nats }, { input, options }) => {
    const body = await request(nats, contract, input, options)
    return status === 204 ? { status } : { status, body }
  }
}

/** Sends the input as this message, and answers with the service's bytes: a CSV that a browser saves by this name. */
export function forwardCsv<Input extends z.ZodType>(
  contract: DownloadContract<Input>,
  nameOf: (input: z.input<Input>) => string,
): Handle<z.input<Input>> {
  return async ({ nats }, { input, options }) => {
    const { body } = await download(nats, contract, input, options)
    return { status: 200, headers: attachment(nameOf(input)), body }
  }
}
