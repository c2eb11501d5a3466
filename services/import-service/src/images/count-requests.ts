import { isRefusal } from '@catalog/messaging'
import type { ImportMetrics } from '../metrics.ts'
import type { DispatcherOptions } from './dispatcher.ts'

/** Calls `publish` and counts the requests by their outcome. */
export function countRequests(
  { imageRequests }: Pick<ImportMetrics, 'imageRequests'>,
  publish: DispatcherOptions['publish'],
): DispatcherOptions['publish'] {
  return async (requests) => {
    try {
      await publish(requests)
      imageRequests.inc({ outcome: 'stored' }, requests.length)
    } catch (error) {
      imageRequests.inc({ outcome: isRefusal(error) ? 'refused' : 'unanswered' }, requests.length)
      throw error
    }
  }
}
