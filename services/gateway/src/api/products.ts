import { createHash } from 'node:crypto'
import {
  catalogExports,
  CatalogProductPage,
  maxProductsOfPage,
  ProductOrder,
  StatusFilter,
  version,
} from '@catalog/contracts'
import { download } from '@catalog/messaging'
import { z } from 'zod'
import { json } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { anyOf, limitTo, oneOf, page, productFilters, toFilters } from './parameters.ts'
import { renditionUrl } from './rendition-url.ts'

export const productEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/products',
    operationId: 'listProducts',
    summary: 'A page of the catalog’s products',
    scope: 'catalog:read',
    query: z.object({
      ...productFilters,
      status: anyOf(oneOf(StatusFilter)),
      order: oneOf(ProductOrder).default('handle'),
      ...page,
      limit: limitTo(maxProductsOfPage),
    }),
    answers: {
      200: json(CatalogProductPage, 'The page.', {
        ETag: 'The same while the version of the catalog is.',
        'Cache-Control': 'Never stored for others.',
      }),
      304: { description: 'The catalog has still the version that the caller has (If-None-Match).' },
    },
    errors: ['invalid_request', 'catalog_restarted'],
    handle: async (gateway, { ctx, input, options }) => {
      const urlForm = renditionUrl(gateway, placeholders)
      const form = createHash('sha256').update(`${version} ${urlForm}`).digest('hex').slice(0, 8)
      const [, known] = new RegExp(`"(\\d{1,15})-${form}"`).exec(ctx.get('If-None-Match')) ?? []
      const { head, body } = await download(
        gateway.nats,
        catalogExports.listProducts,
        {
          ...toFilters(input),
          storefront_id: input.storefront_id,
          statuses: input.status.includes('all') ? [] : input.status,
          order: input.order,
          limit: input.limit,
          cursor: input.cursor ?? null,
          known_version: known === undefined ? null : Number(known),
          rendition_url: urlForm,
        },
        options,
      )
      return {
        status: 200,
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Length': String(head.content_length),
          'Cache-Control': 'private, no-cache',
          Vary: 'Authorization',
          ETag: `"${head.catalog_version}-${form}"`,
        },
        body,
      }
    },
  }),
]

/** What `fillRenditionUrl` makes addresses of. */
const placeholders = {
  storefrontId: '{storefront_id}',
  imageId: '{image_id}',
  name: '{rendition}',
  version: '{version}',
} as const
