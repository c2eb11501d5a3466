import { z } from 'zod'
import { exceptionKey, rangesOf } from './address-guard.ts'
import type { AddressGuardOptions } from './address-guard.ts'

/** The guard's settings: image-service enforces them, import-service uses them to warn merchants in the preview. */
export const addressGuardSettings = {
  /** Ranges to refuse in addition to the special-purpose ones, separated by commas. */
  CATALOG_IMAGE_DENIED_CIDRS: list(isCidr, 'must be a list of CIDRs separated by commas').default([
    // The range from which GKE assigns Service addresses, though it is public in form.
    '34.118.224.0/20',
  ]),
  /** `host:port` list of hosts that the guard allows, for tests and a platform's own internal CDN. */
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
  return isTaken(() => rangesOf([item]))
}

function isHostAndPort(item: string): boolean {
  return isTaken(() => exceptionKey(item))
}

function isTaken(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}
