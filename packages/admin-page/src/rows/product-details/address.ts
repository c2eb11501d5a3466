/** The parts of a URL that distinguish it at a glance. */
export interface ShortAddress {
  host: string
  file: string
}

/** Null if host and file name would not be shorter, or are missing. */
export function shortenAddress(address: string): ShortAddress | null {
  if (!URL.canParse(address)) return null
  const { host, pathname, search } = new URL(address)
  const file = decoded(pathname.split('/').at(-1) ?? '') + search
  if (file === '' || host === '' || file.length > 60) return null
  return { host, file }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
