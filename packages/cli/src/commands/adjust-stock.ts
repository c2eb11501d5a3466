import { randomUUID } from 'node:crypto'
import { answerOf } from '../client.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { UsageError } from '../failures.ts'

/** Adjusts the stock of a variant: by a number, or to one. */
export async function adjustStock(
  { api, terminal }: Context,
  sku: string,
  {
    by,
    to,
    key = randomUUID(),
  }: { by?: number | undefined; to?: number | undefined; key?: string | undefined },
): Promise<ExitCode> {
  if ((by === undefined) === (to === undefined)) throw new UsageError('Say either --by or --to.')
  const answer = await answerOf(
    api.POST('/api/products/stock', {
      params: { header: { 'Idempotency-Key': key } },
      body: { adjustments: [{ sku, by, to }] },
    }),
  )
  for (const { handle, inventory_quantity: quantity } of answer.variants)
    terminal.say(`${quantity} of ${sku} (${handle})`)
  terminal.sayJson(answer)
  return exitCodes.done
}
