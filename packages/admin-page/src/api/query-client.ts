import { QueryClient } from '@tanstack/react-query'
import { ApiError, isTransient } from './problem.ts'

const maxRetries = 2

/** Holds what the page has read of the API, and repeats requests that failed for a transient reason. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Without a connection, people see an error; a query that waits for the network shows nothing.
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

/** What the server asks for, up to ten seconds or `longestS`; else a growing pause. */
export function retryDelayMs(failures: number, retryAfterS: number | null, longestS = 10): number {
  return retryAfterS === null ? 600 * 2 ** failures : Math.min(retryAfterS, longestS) * 1000
}
