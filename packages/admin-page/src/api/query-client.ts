import { QueryClient } from '@tanstack/react-query'
import { ApiError, isTransient } from './problem.ts'

const maxRetries = 2

/** Caches what the page has read from the API, and repeats requests that failed for a transient reason. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Offline, people should see an error; a query that waits for the network shows nothing.
        networkMode: 'always',
        staleTime: 10_000,
        retry: (failures, error) => failures < maxRetries && isTransient(error),
        retryDelay: (failures, error) =>
          retryDelayMs(failures, error instanceof ApiError ? error.retryAfterS : null),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** The pause that the server requests, up to ten seconds or `longestS`; otherwise a growing one. */
export function retryDelayMs(failures: number, retryAfterS: number | null, longestS = 10): number {
  return retryAfterS === null ? 600 * 2 ** failures : Math.min(retryAfterS, longestS) * 1000
}
