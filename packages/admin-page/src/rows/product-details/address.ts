/** What tells an address from others at a glance. */
export interface ShortAddress {
  host: string
  file: string
}

/** Null where the host and the file's name would be no shorter, or there are none. */
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
