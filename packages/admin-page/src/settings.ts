/** `parts`: this browser stores remaining parts of a file, of any storefront. */
type Setting = 'language' | 'theme' | 'storefronts' | 'parts'

/** Reads a setting that this browser stores between visits; null if it allows no storage. */
export function readSetting(name: Setting): string | null {
  try {
    return localStorage.getItem(`catalog.${name}`)
  } catch {
    return null
  }
}

export function writeSetting(name: Setting, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`catalog.${name}`)
    else localStorage.setItem(`catalog.${name}`, value)
  } catch {
    // Storage is full or forbidden: the choice lasts until the page is closed.
  }
}
