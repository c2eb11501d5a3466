import { connectClient } from '../../bench/connect-client.ts'
import { createApi } from '../../support/api.ts'
import { lookAtDatabase } from './database-bytes.ts'
import type { Taken } from './processes.ts'
import type { Target } from './target.ts'

export interface ElsewhereOptions {
  /** Base URL of the gateway, without a slash at the end. */
  url: string
  /** The key that signs its tokens (CATALOG_AUTH_SECRET). */
  secret: string
  /** Its database, to measure WAL and disk; without it, neither is measured. */
  databaseUrl: string | null
  /** Base URL of pictures that it may fetch (CATALOG_IMAGE_ALLOWED_HOSTS); without it, imports have no pictures. */
  pictures: string | null
  /** Each process's name, and the URL of its `/metrics`. */
  metrics: Record<string, string>
}

/** An existing installation. */
export async function openTarget(options: ElsewhereOptions): Promise<Target> {
  const { url, secret, databaseUrl, pictures, metrics } = options
  const connection = databaseUrl === null ? null : await connectClient(databaseUrl)
  return {
    api: createApi({ baseUrl: () => url, secret }),
    pictureUrl: pictures === null ? null : (path) => `${pictures}${path}`,
    look: async () => {
      const taken = Object.entries(metrics).map(async ([name, address]): Promise<[string, Taken]> => [
        name,
        await readMetrics(address),
      ])
      return {
        processes: Object.fromEntries(await Promise.all(taken)),
        bytes: connection ? await lookAtDatabase(connection.client) : {},
      }
    },
    [Symbol.asyncDispose]: async () => connection?.[Symbol.asyncDispose](),
  }
}

/** Of the process alone, without image-service's decoders. */
async function readMetrics(url: string): Promise<Taken> {
  const text = await (await fetch(url)).text()
  const valueOf = (name: string) =>
    Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)`, 'm').exec(text)?.[1] ?? 0)
  return { cpuS: valueOf('process_cpu_seconds_total'), memoryBytes: valueOf('process_resident_memory_bytes') }
}
