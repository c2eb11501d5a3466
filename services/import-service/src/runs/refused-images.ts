import { setImmediate } from 'node:timers/promises'
import { refusals } from '@catalog/address-guard'
import type { AddressGuard, RefusalDetail } from '@catalog/address-guard'
import type { Context } from '../context.ts'
import { reportCompletion } from './report-completion.ts'
import type { StoredRun } from './runs.sql.ts'

/**
 * `refusal`: the reason if the URL is refused because of its text alone; undefined if image-service has to check its
 * host.
 */
export type Judged<Image> = Image & { refusal: RefusalDetail | undefined }

/** Images that are checked before other work gets the event loop: a few milliseconds. */
const imagesAtOnce = 1_000

/**
 * The images, each with the address guard's refusal. A refused image is settled in the transaction that would have
 * requested it, with the outcome that image-service would give it. image-service still checks every URL itself.
 */
export async function judgeImages<Image extends { url: string }>(
  guard: AddressGuard,
  images: readonly Image[],
): Promise<Judged<Image>[]> {
  const judged: Judged<Image>[] = []
  for (const image of images) {
    if (judged.length > 0 && judged.length % imagesAtOnce === 0) await setImmediate()
    judged.push({ ...image, refusal: guard.refusalOf(image.url) })
  }
  return judged
}

/** The number of refused images by reason. */
export type RefusalCounts = ReadonlyMap<RefusalDetail, number>

export function countRefusals(images: readonly Judged<object>[]): RefusalCounts {
  const counts = new Map<RefusalDetail, number>()
  for (const { refusal } of images) if (refusal) counts.set(refusal, (counts.get(refusal) ?? 0) + 1)
  return counts
}

export function sumOf(counts: RefusalCounts): number {
  return counts.values().reduce((sum, count) => sum + count, 0)
}

/**
 * Call once the refusals are committed. Counts them in the metrics, and reports the end of the image phase if they
 * ended it (TEL-4).
 */
export function reportRefusals(context: Context, run: StoredRun, counts: RefusalCounts): void {
  if (counts.size === 0) return
  const { log, metrics } = context
  metrics.images.inc({ outcome: 'rejected' }, sumOf(counts))
  for (const [detail, count] of counts) {
    metrics.imageAttempts.inc({ outcome: 'rejected', reason: refusals[detail].reason, detail }, count)
  }
  log.info('images refused by the text of their URL', {
    run_id: run.runId,
    storefront_id: run.storefrontId,
    images: sumOf(counts),
  })
  if (run.status === 'completed') reportCompletion(context, run)
}
