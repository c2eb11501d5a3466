import { z } from 'zod'

export const RenditionName = z.enum(['original', 'detail', 'card', 'thumb'])

/** `rejected`: a retry does not help. `failed`: a retry may help. */
export const Outcome = z.enum(['pending', 'fetched', 'rejected', 'failed'])

/** `missing`: those that were rejected or failed. Neither: these, or all if there are none. */
export const ImagesToRetry = z.enum(['missing', 'all'])

export const Reason = z.enum([
  'address_blocked',
  'resolution_rejected',
  'url_not_allowed',
  'too_many_redirects',
  'too_large',
  'not_an_image',
  'http_error',
  'network_error',
  'timeout',
  'storage_error',
  'attempts_exhausted',
])

/** Attempts at one image before `failed` is final. */
export const maxAttempts = 3

/**
 * How long a claim is valid. Shorter than the consumer's ack wait, so that a message that is delivered again after its
 * worker died finds the claim expired. A worker ends its attempt within this time.
 */
export const claimLifetimeMs = 55_000

/** The object store's key of a rendition. It depends on the image alone, so that a repeated attempt overwrites. */
export function renditionKey(
  storefrontId: string,
  imageId: string,
  rendition: RenditionName | '{rendition}',
): string {
  return `${renditionFolder(storefrontId)}/${imageId}/${rendition}.webp`
}

/** The path of a rendition in the API. */
export function renditionPath(imageId: string, rendition: RenditionName | '{rendition}'): string {
  return `/api/products/images/${imageId}/${rendition}`
}

/** The prefix of all objects. */
export const renditionsFolder = 'product-images'

/** The prefix of all objects of a storefront. */
export function renditionFolder(storefrontId: string): string {
  return `${renditionsFolder}/${storefrontId}`
}

export type RenditionName = z.infer<typeof RenditionName>
export type ImagesToRetry = z.infer<typeof ImagesToRetry>
export type Outcome = z.infer<typeof Outcome>
export type Reason = z.infer<typeof Reason>
