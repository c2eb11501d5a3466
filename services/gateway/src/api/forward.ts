import type {
  DownloadContract,
  Draft,
  DraftProduct,
  DraftProductPage,
  RequestContract,
} from '@catalog/contracts'
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

/** The same for a message that is answered with a draft. */
export function forwardDraft<Input extends z.ZodType>(
  contract: RequestContract<Input, typeof Draft>,
): Handle<z.input<Input>> {
  return async (gateway, { input, options }) => ({
    status: 200,
    body: reviewable(gateway, await request(gateway.nats, contract, input, options)),
  })
}

/** The same for a page of products. */
export function forwardProducts<Input extends z.ZodType>(
  contract: RequestContract<Input, typeof DraftProductPage>,
): Handle<z.input<Input>> {
  return async ({ nats, basePath }, { input, options }) => {
    const { products, ...rest } = await request(nats, contract, input, options)
    return { status: 200, body: { ...rest, products: products.map((product) => located(product, basePath)) } }
  }
}

/** With the paths of its picture below the gateway's. */
function located(product: DraftProduct, basePath: string): DraftProduct {
  if (product.picture === null || !('renditions' in product.picture)) return product
  const paths = Object.entries(product.picture.renditions).map(([name, path]) => [name, basePath + path])
  return { ...product, picture: { ...product.picture, renditions: Object.fromEntries(paths) } }
}

/** The draft with the address at which people decide on it, if an address of the admin page is known. */
export function reviewable<Shown extends { draft_id: string }>(
  { publicUrl }: Pick<Gateway, 'publicUrl'>,
  draft: Shown,
): Shown & { review_url?: string } {
  if (publicUrl === undefined) return draft
  return { ...draft, review_url: `${publicUrl}/admin/imports/${draft.draft_id}` }
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
