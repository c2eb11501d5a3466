import { Id, images, RenditionName } from '@catalog/contracts'
import { download } from '@catalog/messaging'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { oneOf } from './parameters.ts'

/** The picture at an address may be fetched again. */
const maxAgeS = 60

export const imageEndpoints = [
  endpoint({
    method: 'get',
    path: '/api/products/images/{image_id}/{rendition}',
    operationId: 'readRendition',
    summary: 'A rendition of an image',
    scope: 'catalog:read',
    params: z.object({
      // Lower case as in the object's key, which is case-sensitive.
      image_id: Id.toLowerCase().describe('The image.'),
      rendition: oneOf(RenditionName).describe('Its size.'),
    }),
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
    handle: async ({ nats }, { input, options }) => {
      const { head, body } = await download(nats, images.readRendition, input, options)
      return {
        status: 200,
        headers: {
          'Content-Type': 'image/webp',
          'Content-Length': String(head.content_length),
          'Cache-Control': `private, max-age=${maxAgeS}, must-revalidate`,
          Vary: 'Authorization',
          ETag: head.etag,
          'Last-Modified': new Date(head.last_modified).toUTCString(),
        },
        body,
      }
    },
  }),
]
