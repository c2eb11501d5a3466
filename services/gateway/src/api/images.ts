import { Id, images, RenditionName, ServiceError, StorefrontId } from '@catalog/contracts'
import { download } from '@catalog/messaging'
import { z } from 'zod'
import type { Gateway, Reply } from '../context.ts'
import type { Call } from './endpoint.ts'
import { endpoint, publicEndpoint } from './endpoint.ts'
import { oneOf } from './parameters.ts'

const params = {
  // Lower case as in the object's key, which is case-sensitive.
  image_id: Id.toLowerCase(),
  rendition: oneOf(RenditionName),
}

/** The picture at an address may be fetched again. */
const maxAgeS = 60

export const imageEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/products/images/{image_id}/{rendition}',
    operationId: 'readRendition',
    summary: 'A rendition of an image',
    scope: 'catalog:read',
    params: z.object(params),
    unknown: 'image_not_found',
    answers: {
      200: {
        description: 'The picture.',
        content: { 'image/webp': z.string() },
        headers: { ETag: 'Of these bytes.', 'Cache-Control': 'A minute: the picture may be fetched again.' },
      },
      304: { description: 'The caller has it already (If-None-Match).' },
    },
    errors: ['image_not_found'],
    handle: (gateway, call) =>
      readRendition(gateway, call, {
        'Cache-Control': `private, max-age=${maxAgeS}, must-revalidate`,
        Vary: 'Authorization',
      }),
  }),

  publicEndpoint({
    method: 'get',
    path: '/images/{storefront_id}/{image_id}/{rendition}.webp',
    operationId: 'readPublicRendition',
    summary: 'A rendition of an image, for anyone',
    params: z.object({ storefront_id: StorefrontId, ...params }),
    query: z.object({
      v: z.string().max(64).optional(),
    }),
    unknown: 'image_not_found',
    answers: {
      200: {
        description: 'The picture.',
        content: { 'image/webp': z.string() },
        headers: { ETag: 'Of these bytes.', 'Cache-Control': 'A year; without `v`, a minute.' },
      },
      304: { description: 'The caller has it already (If-None-Match).' },
    },
    errors: ['image_not_found', 'invalid_request', 'unavailable', 'timeout'],
    handle: async (gateway, { input: { v, ...input }, options }) => {
      if (!gateway.images.arePublic)
        throw new ServiceError('image_not_found', 'There is nothing at this address.')
      return readRendition(
        gateway,
        { input, options },
        {
          'Cache-Control':
            v === undefined ? `public, max-age=${maxAgeS}` : 'public, max-age=31536000, immutable',
          'Cross-Origin-Resource-Policy': 'cross-origin',
        },
      )
    },
  }),
]

async function readRendition(
  { nats }: Gateway,
  {
    input,
    options,
  }: Pick<Call<{ storefront_id: string; image_id: string; rendition: RenditionName }>, 'input' | 'options'>,
  caching: Record<string, string>,
): Promise<Reply> {
  const { head, body } = await download(nats, images.readRendition, input, options)
  return {
    status: 200,
    headers: {
      'Content-Type': 'image/webp',
      'Content-Length': String(head.content_length),
      ETag: head.etag,
      'Last-Modified': new Date(head.last_modified).toUTCString(),
      ...caching,
    },
    body,
  }
}
