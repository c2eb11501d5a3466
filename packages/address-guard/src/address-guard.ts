import { BlockList, isIP } from 'node:net'
import { RefusedUrl } from './refusals.ts'
import type { RefusalDetail } from './refusals.ts'

/*
 * A URL in a merchant's file makes this process connect somewhere. Without this guard, that could be the cluster's own
 * services or the cloud's metadata server. The guard checks the URL and its host; image-service's connector
 * (open-connection.ts) also checks every answer of the resolver and the connected peer.
 */
export interface AddressGuard {
  /** Whether connecting to an address is forbidden. Text that is not an address is forbidden. */
  forbidden(ip: string): boolean
  /**
   * The URL to fetch, checked as far as possible without a name server.
   * @throws RefusedUrl
   */
  checkUrl(text: string): URL
  /** Why `checkUrl` would throw; undefined if it would not. */
  refusalOf(text: string): RefusalDetail | undefined
  /** Whether `host:port` is on the operator's list of exceptions. The port may be '' for the protocol's default. */
  isException(target: { protocol: string; hostname: string; port: string }): boolean
}

export interface AddressGuardOptions {
  /** Ranges to refuse although they are public in form, such as a cluster's Services. */
  deniedCidrs: readonly string[]
  /** `host:port`; IPv6 addresses in brackets. */
  allowedHosts: readonly string[]
}

export const maxUrlLength = 2048

/** Of which a guard remembers what it thinks: a megabyte at most. */
const maxOrigins = 500

/** Without options, only addresses that are never public are denied, and no host is an exception. */
export function createAddressGuard({
  deniedCidrs = [],
  allowedHosts = [],
}: Partial<AddressGuardOptions> = {}): AddressGuard {
  const denied = rangesOf(deniedCidrs)
  const exceptions = new Set(allowedHosts.map(exceptionKey))

  function forbidden(ip: string): boolean {
    // A zone (fe80::1%eth0) never belongs to a public address.
    if (isIP(ip) === 0 || ip.includes('%')) return true
    const family = familyOf(ip)
    if (family === 'ipv6' && (!globalUnicastIpv6.check(ip, family) || isIsatap(ip))) return true
    return special.check(ip, family) || denied.check(ip, family)
  }

  function isException({ protocol, hostname, port }: { protocol: string; hostname: string; port: string }) {
    return exceptions.has(`${withoutBrackets(hostname)}:${port || defaultPort(protocol)}`)
  }

  function inspect(text: string): URL | RefusalDetail {
    const url = parseUrl(text)
    if (!(url instanceof URL) || isException(url)) return url
    if (url.port !== '' && url.port !== '80' && url.port !== '443') return 'port'
    const host = withoutBrackets(url.hostname)
    if (isIP(host) !== 0) return forbidden(host) ? 'literal' : url
    return isInternal(host) ? 'internal_name' : url
  }

  const refusalsOfOrigins = new Map<string, RefusalDetail | undefined>()

  /** A file names few hosts in many URLs. What follows the host can only be refused for its text. */
  function refusalOf(text: string): RefusalDetail | undefined {
    const detail = refusalOfText(text)
    if (detail !== undefined) return detail
    const origin = /^https?:\/\/[^/?#]+/i.exec(text)?.[0] ?? text
    if (!refusalsOfOrigins.has(origin)) {
      if (refusalsOfOrigins.size === maxOrigins) refusalsOfOrigins.clear()
      const url = inspect(origin)
      refusalsOfOrigins.set(origin, url instanceof URL ? undefined : url)
    }
    return refusalsOfOrigins.get(origin)
  }

  return {
    forbidden,
    isException,
    refusalOf,
    checkUrl(text) {
      const url = inspect(text)
      if (url instanceof URL) return url
      throw new RefusedUrl(url)
    },
  }
}

/**
 * The entry's host and port in a comparable form.
 * @throws TypeError if an entry of `CATALOG_IMAGE_ALLOWED_HOSTS` is not `host:port`
 */
export function exceptionKey(entry: string): string {
  const port = /^(?:\[[^\]]+\]|[^:[\]]+):(\d{1,5})$/.exec(entry)?.[1]
  const url = URL.canParse(`http://${entry}/`) ? new URL(`http://${entry}/`) : undefined
  if (
    port === undefined ||
    url === undefined ||
    !/^[a-z0-9.:[\]_-]+$/.test(url.hostname) ||
    entry.includes('@')
  ) {
    throw new TypeError(`not host:port: ${entry}`)
  }
  return `${withoutBrackets(withoutTrailingDot(url.hostname))}:${Number(port)}`
}

/**
 * CIDRs as a list to check addresses against.
 * @throws TypeError or RangeError if one is not a CIDR
 */
export function rangesOf(cidrs: readonly string[]): BlockList {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [, address = '', bits] = /^([^/]+)\/(\d{1,3})$/.exec(cidr) ?? []
    list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

function familyOf(ip: string): 'ipv4' | 'ipv6' {
  return isIP(ip) === 6 ? 'ipv6' : 'ipv4'
}

/**
 * Inside 2000::/3 alone, no IPv4 address needs unwrapping: mapped, compatible and NAT64 addresses lie outside, and 6to4
 * and Teredo are listed. A network's own NAT64 or 6rd prefix looks like any other address: an operator adds it to the
 * denied ranges.
 */
const globalUnicastIpv6 = rangesOf(['2000::/3'])

/** The IANA special-purpose registries, and multicast. */
const special = rangesOf([
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])

/** ISATAP (RFC 5214), the one form that carries IPv4 below any prefix: the interface id is 5efe and an IPv4 address. */
function isIsatap(ip: string): boolean {
  const [front = '', back] = withoutBrackets(new URL(`http://[${ip}]`).hostname).split('::')
  const before = front.split(':')
  const after = back ? back.split(':') : []
  const zeros = back === undefined ? 0 : 8 - before.length - after.length
  const [group, owner] = [...before, ...Array<string>(zeros).fill('0'), ...after].slice(4)
  return (group === '0' || group === '200') && owner === '5efe'
}

function refusalOfText(text: string): RefusalDetail | undefined {
  if (text.length > maxUrlLength) return 'length'
  // The URL parser drops tabs and line breaks and reads a backslash as a slash: refuse text that it would change. It
  // escapes spaces within, as browsers do.
  return text === '' || /[\p{Cc}\\]|(?! )\s|^ | $/u.test(text) ? 'syntax' : undefined
}

function parseUrl(text: string): URL | RefusalDetail {
  const detail = refusalOfText(text)
  if (detail !== undefined) return detail
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1]
  const url = URL.parse(text)
  if (url === null) return 'syntax'
  if (authority === undefined) return /^https?:/i.test(text) ? 'syntax' : 'scheme'
  if (authority.includes('@')) return 'credentials'
  const host = withoutTrailingDot(url.hostname)
  if (host.split('.').includes('')) return 'syntax'
  // With the trailing dot, TLS would ask for a name that no certificate has.
  if (host !== url.hostname) url.hostname = host
  return url
}

const internalSuffixes = [
  '.localhost',
  '.local',
  '.internal',
  '.localdomain',
  '.home.arpa',
  '.svc',
  '.cluster.local',
  '.goog',
]

/** Names with an internal meaning, which are refused before any name server is asked. */
function isInternal(name: string): boolean {
  return !name.includes('.') || internalSuffixes.some((suffix) => `.${name}`.endsWith(suffix))
}

function withoutTrailingDot(hostname: string): string {
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
}

function withoutBrackets(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}

function defaultPort(protocol: string): string {
  return protocol === 'https:' ? '443' : '80'
}
