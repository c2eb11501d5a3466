import { QueryClient } from '@tanstack/react-query'
import { ApiError, isPassing } from './problem.ts'

const maxRetries = 2

/** What the page has read of the API, and how hard it tries to. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Where nobody answers, people are told; a query that waits for the network tells nothing.
        networkMode: 'always',
        staleTime: 10_000,
        retry: (failures, error) => failures < maxRetries && error instanceof ApiError && isPassing(error),
        retryDelay: (failures, error) =>
          retryDelayMs(failures, error instanceof ApiError ? error.retryAfterS : null),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** What the server asks for, up to ten seconds; else a growing pause. */
export function retryDelayMs(failures: number, retryAfterS: number | null): number {
  return retryAfterS === null ? 600 * 2 ** failures : Math.min(retryAfterS, 10) * 1000
}
