import { readSetting, writeSetting } from '../settings.ts'

const most = 100

/** The storefronts that were opened in this browser, the one used last first. */
export function knownStorefronts(): string[] {
  return readSetting('storefronts')?.split(' ').map(decodeURIComponent) ?? []
}

export function noteStorefront(storefrontId: string): void {
  const known = knownStorefronts()
  if (known[0] === storefrontId) return
  const next = [storefrontId, ...known.filter((other) => other !== storefrontId)].slice(0, most)
  writeSetting('storefronts', next.map(encodeURIComponent).join(' '))
}
