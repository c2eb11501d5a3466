/** `parts`: there are parts of a file left to import, of some storefront. */
type Setting = 'language' | 'theme' | 'storefront' | 'parts'

/** What this browser remembers between visits. Where it may not keep anything, nothing is remembered. */
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
    // Storage is full or forbidden: the choice holds until the page is closed.
  }
}
