import type { ImageClaim, ImageLeave, ImageSettlement, RenditionName } from '@catalog/contracts'
import type { ImageFetcher } from './fetch/fetch-image.ts'
import type { ImageError } from './image-error.ts'
import type { ImageMetrics } from './metrics.ts'
import type { ObjectStore } from './object-store/object-store.ts'
import type { Render, Rendition } from './render/renditions.ts'
import type { StoreOutage } from './store-outage.ts'

export interface ProcessImageContext {
  /** Messages of import-service, which knows the state of images and records outcomes. */
  claimImage(input: ImageKey & { token: string }): Promise<ImageClaim>
  continueImage(
    input: ImageKey & { token: string; waited_ms: number; gives_back?: boolean },
  ): Promise<ImageLeave>
  settleImage(input: ImageSettlement): Promise<{ result: 'settled' | 'retrying' | 'stale' }>
  fetcher: Pick<ImageFetcher, 'fetch'>
  render: Render
  store: Pick<ObjectStore, 'put'>
  outage: StoreOutage
  metrics: ImageMetrics
  log: {
    info(message: string, fields: Record<string, unknown>): void
    warn(message: string, fields: Record<string, unknown>): void
  }
  /** For tests: time limit of an attempt from claim to settlement, in milliseconds. */
  attemptMs?: number
  /**
   * For tests: the longest pause between two attempts to store while the object store is unavailable, in milliseconds.
   */
  longestStorePauseMs?: number
}

export interface ImageKey {
  storefront_id: string
  run_id: string
  image_id: string
}

/** Passed along with a message by messaging. */
export interface ImageWork {
  /** Renews this worker's right to the message. */
  working(): void
  /** Aborted when the process stops. */
  signal: AbortSignal
}

export type Ended =
  | { outcome: 'fetched'; renditions: RenditionName[]; sizes: ImageSettlement['sizes'] }
  | { outcome: 'none'; error: ImageError }
/** `yielded`: import-service made the image due again, without counting this attempt. */
export type Attempt = Ended | { outcome: 'yielded' }
/** Rendered, but the object store is unavailable. */
export interface Unstored {
  outcome: 'unstored'
  error: ImageError
  renditions: Rendition[]
}

export interface AttemptInput {
  key: ImageKey
  /** The claim's URL is used: the message's may be outdated. */
  claim: Extract<ImageClaim, { result: 'granted' }>
  claimedAt: number
  stopping: AbortSignal
}
