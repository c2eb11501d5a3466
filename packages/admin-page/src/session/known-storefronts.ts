import { readSetting, writeSetting } from '../settings.ts'

/** The storefronts that were opened in this browser, the one used last first. */
export function knownStorefronts(): string[] {
  return readSetting('storefronts')?.split(' ') ?? []
}

export function recordStorefront(storefrontId: string): void {
  writeSetting('storefronts', [...new Set([storefrontId, ...knownStorefronts()])].slice(0, 99).join(' '))
}
