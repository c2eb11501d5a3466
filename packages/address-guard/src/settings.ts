import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { type AddressGuardOptions, exceptionKey } from './address-guard.ts'

/** The settings of the guard: image-service keeps to it, import-service tells merchants beforehand. */
export const addressGuardSettings = {
  /** Ranges refused besides the special ones, separated by commas. */
  CATALOG_IMAGE_DENIED_CIDRS: list(isCidr, 'must be a list of CIDRs separated by commas').default([
    // From which GKE hands out Service addresses, though they are public in form.
    '34.118.224.0/20',
  ]),
  /** `host:port` list of hosts that the address guard lets through, for tests and a platform's own CDN inside. */
  CATALOG_IMAGE_ALLOWED_HOSTS: list(isHostAndPort, 'must be a list of host:port separated by commas').default(
    [],
  ),
}

export function addressGuardOptions(config: {
  CATALOG_IMAGE_DENIED_CIDRS: string[]
  CATALOG_IMAGE_ALLOWED_HOSTS: string[]
}): AddressGuardOptions {
  return { deniedCidrs: config.CATALOG_IMAGE_DENIED_CIDRS, allowedHosts: config.CATALOG_IMAGE_ALLOWED_HOSTS }
}

function list(isItem: (item: string) => boolean, message: string) {
  return z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    )
    .refine((items) => items.every(isItem), message)
}

function isCidr(item: string): boolean {
  return ipaddr.isValidCIDR(item)
}

function isHostAndPort(item: string): boolean {
  try {
    exceptionKey(item)
    return true
  } catch {
    return false
  }
}
