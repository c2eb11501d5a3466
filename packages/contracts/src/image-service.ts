import { z } from 'zod'
import { Empty, Id, StorefrontId } from './common.ts'
import { RenditionName } from './images.ts'
import { download, job, request, upload } from './message.ts'

/** One image to fetch. The message names it; PostgreSQL has its state. */
export const imageRequested = job({
  stream: 'CATALOG_IMAGES',
  subject: 'image.requested',
  consumer: 'image-service',
  payload: z.object({ run_id: Id, image_id: Id, storefront_id: StorefrontId, url: z.string() }),
  ackWaitMs: 60_000,
  /** The pool of 4 workers in an installation, whatever the number of replicas. */
  maxAckPending: 4,
})

export const images = {
  readRendition: download('image.read-rendition', {
    input: z.object({ storefront_id: StorefrontId, image_id: Id, rendition: RenditionName }),
    head: z.object({ content_length: z.number().int(), etag: z.string(), last_modified: z.string() }),
  }),
  /**
   * For the operator's command that erases a storefront: deletes some of its objects. 0 means that
   * none are left.
   */
  eraseObjects: request('image.erase-objects', {
    input: z.object({ storefront_id: StorefrontId }),
    output: z.object({ deleted: z.number().int().min(0) }),
    timeoutMs: 60_000,
  }),
  /**
   * For the operator's commands that check an installation and move a storefront: the next of the storefront's object keys after
   * `after`, without their common prefix (`<image_id>/<rendition>.webp`), in byte order; empty at the end.
   * Without a storefront those of all, with the storefront's id in front.
   */
  listObjects: request('image.list-objects', {
    input: z.object({ storefront_id: StorefrontId.optional(), after: z.string().max(512) }),
    output: z.object({ keys: z.array(z.string()) }),
    timeoutMs: 60_000,
  }),
  /** Of the operator's command that moves a storefront: stores a rendition as the other installation has it. */
  storeRendition: upload('image.store-rendition', {
    input: z.object({ storefront_id: StorefrontId, image_id: Id, rendition: RenditionName }),
    trailer: Empty,
    output: Empty,
  }),
}

export type ImageRequested = z.infer<typeof imageRequested.payload>
