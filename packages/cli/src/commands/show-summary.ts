import { answerOf } from '../client.ts'
import type { Context } from '../context.ts'
import { exitCodes } from '../exit-codes.ts'
import type { ExitCode } from '../exit-codes.ts'
import { count } from '../terminal.ts'

/** Counts what the catalog has. */
export async function showSummary({ api, terminal }: Context): Promise<ExitCode> {
  const summary = await answerOf(api.GET('/api/products/summary'))
  const { active, draft, archived } = summary.products_by_status
  terminal.say(`Storefront ${summary.storefront_id}`)
  terminal.say(
    `${count(summary.product_count, 'product')}: ${active} active, ${draft} draft, ${archived} archived`,
  )
  terminal.say(`${count(summary.variant_count, 'variant')}, ${count(summary.image_count, 'image')}`)
  terminal.sayJson(summary)
  return exitCodes.done
}
