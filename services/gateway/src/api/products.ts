import { createHash } from 'node:crypto'
import {
  catalogExports,
  CatalogProductPage,
  CatalogVersion,
  maxProductsOfPage,
  ProductOrder,
  StatusFilter,
  version,
} from '@catalog/contracts'
import { download } from '@catalog/messaging'
import { z } from 'zod'
import { json } from './answers.ts'
import { endpoint } from './endpoint.ts'
import { anyOf, anyText, limitTo, oneOf, page } from './parameters.ts'
import { renditionUrl } from './rendition-url.ts'

const versionError = 'must be a catalog_version'

export const productEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/products',
    operationId: 'listProducts',
    summary: 'A page of the catalog’s products',
    description:
      'For a copy of the catalog that stays complete: read all pages, and remember the `catalog_version` of the first one. From then on ask for `order=changed` and `changed_after` that version, to the last page, and remember the `catalog_version` of the first page again. ' +
      'No product is ever removed; one that is no longer sold is archived. A catalog that was erased begins again with lower versions: `catalog_restarted`. ' +
      'Renditions come after an import and are no change of the catalog: ask again for products with a pending image, without `If-None-Match`.',
    scope: 'catalog:read',
    query: z.object({
      handle: anyText.describe('Only the product with this handle; repeat it for several, as each filter.'),
      sku: anyText.describe('Only the product that has a variant with this SKU.'),
      status: anyOf(oneOf(StatusFilter)).describe('Only products of this status.'),
      vendor: anyText.describe('Only products of this vendor.'),
      product_type: anyText.describe('Only products of this type.'),
      tag: anyText.describe('Only products with this tag.'),
      changed_after: z
        .string({ error: versionError })
        .regex(/^\d{1,15}$/, { error: versionError })
        .transform(Number)
        .pipe(CatalogVersion)
        .optional()
        .describe('Only products that have changed after this version of the catalog.'),
      order: oneOf(ProductOrder)
        .default('handle')
        .describe('`changed`: by the version of the catalog that last changed them.'),
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
      const { handle, sku, status, vendor, product_type: types, tag, ...rest } = input
      const urlForm = renditionUrl(gateway, placeholders)
      const form = createHash('sha256').update(`${version} ${urlForm}`).digest('hex').slice(0, 8)
      const [, known] = new RegExp(`"(\\d{1,15})-${form}"`).exec(ctx.get('If-None-Match')) ?? []
      const { head, body } = await download(
        gateway.nats,
        catalogExports.listProducts,
        {
          ...rest,
          handles: handle,
          skus: sku,
          statuses: status.includes('all') ? [] : status,
          vendors: vendor,
          product_types: types,
          tags: tag,
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
