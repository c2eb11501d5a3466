import { Resolver } from 'node:dns/promises'
import { codeOf } from '../error-code.ts'
import { ImageError } from '../image-error.ts'

export interface ResolvedAddress {
  address: string
  family: 4 | 6
}

/**
 * Resolves a name to all its addresses.
 * @throws ImageError if there is none, or no name server answers
 */
export type Resolve = (name: string) => Promise<ResolvedAddress[]>

export interface ResolveOptions {
  /** `address:port` of name servers; by default, the system's. */
  servers?: readonly string[]
  /** For the first attempt at each server, in milliseconds. */
  timeoutMs?: number
  tries?: number
}

/**
 * Uses c-ares instead of `dns.lookup`: no search list (a Service's short name cannot become its address), no hosts
 * file, and no thread of the pool that sharp works in.
 */
export function createResolve({ servers, timeoutMs = 2000, tries = 2 }: ResolveOptions = {}): Resolve {
  const resolver = new Resolver({ timeout: timeoutMs, tries })
  if (servers !== undefined) resolver.setServers(servers)

  return async (name) => {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const found = [...addressesOf(ipv4, 4), ...addressesOf(ipv6, 6)]
    if (found.length === 0) throw explainNothing([ipv4, ipv6])
    return found
  }
}

function addressesOf(answer: PromiseSettledResult<string[]>, family: 4 | 6): ResolvedAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
}

function explainNothing(answers: PromiseSettledResult<string[]>[]): ImageError {
  const failures = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason as unknown] : [],
  )
  const codes = failures.map(codeOf)
  const options = { cause: failures[0] }
  // "No such name" holds for both kinds of address: one answer is enough. "No data" counts only from both.
  if (codes.some((code) => missingCodes.has(code))) {
    return new ImageError('resolution_rejected', 'nxdomain', options)
  }
  if (codes.every((code) => code === 'ENODATA')) {
    return new ImageError('resolution_rejected', 'no_address', options)
  }
  if (codes.includes('ETIMEOUT')) return new ImageError('timeout', 'dns', options)
  return new ImageError('network_error', 'dns_server', options)
}

/** The name does not exist, or cannot be sent to a name server. */
const missingCodes = new Set(['ENOTFOUND', 'EBADNAME', 'EBADQUERY'])
