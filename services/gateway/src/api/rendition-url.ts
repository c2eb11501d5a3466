import { renditionKey, renditionPath } from '@catalog/contracts'
import type { RenditionName } from '@catalog/contracts'
import type { Gateway } from '../context.ts'

interface Rendition {
  storefrontId: string
  imageId: string
  name: RenditionName | '{rendition}'
  /**
   * Another one for another picture, which nobody can guess before that is stored: caches keep for a year what they
   * have read by it.
   */
  version: string
}

/** Where a rendition is read: from a CDN or bucket, from the gateway without a token, or with one. */
export function renditionUrl(
  { basePath, publicUrl = basePath, images }: Pick<Gateway, 'basePath' | 'publicUrl' | 'images'>,
  { storefrontId, imageId, name, version }: Rendition,
): string {
  const v = `?v=${version}`
  if (images.url !== undefined) return `${images.url}/${renditionKey(storefrontId, imageId, name)}${v}`
  if (images.arePublic) return `${publicUrl}/images/${storefrontId}/${imageId}/${name}.webp${v}`
  return publicUrl + renditionPath(imageId, name)
}
