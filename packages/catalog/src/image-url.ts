/** Characters of an image's URL, at most. */
export const maxUrlLength = 2_048

/** The longest host name that can be resolved. */
const maxHostLength = 255

/** Most URLs: nothing to normalise and no character that a URL cannot contain. */
const usualUrl = /^https?:\/\/(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}(?:[/?][!-"$-[\]-~]*)?$/

/** URLs that a host is asked for as they are written. */
const plainUrl = /^https?:\/\/[a-z0-9.-]+\/(?!\.)(?:[!$&(-.0-;=?-Z_a-z~]|\/(?!\.))*$/

/**
 * Equal for all spellings of an image's URL: those for which a host is asked for the same, such as `ä` and `%C3%A4` or
 * a space and `%20`, in either case of the digits. Text that is not an http(s) URL stays as it is.
 */
export function imageIdentity(text: string): string {
  const url = normalizeImageUrl(text)
  if (url === undefined || plainUrl.test(url)) return url ?? text
  const asked = new URL(text)
  asked.hash = ''
  return asked.href.replaceAll(/%[\da-f]{2}/gi, (escaped) => escaped.toUpperCase())
}

/**
 * An image's URL as the catalog's index has it: scheme and host in lower case, default port and fragment removed, the
 * rest unchanged. Undefined if the text is not an http(s) URL.
 */
export function normalizeImageUrl(url: string): string | undefined {
  // `length` counts UTF-16 units; a character has two at most.
  if (url.length > 2 * maxUrlLength) return undefined
  if (usualUrl.test(url)) return url
  const parts = /^(https?):\/\/((?:[^/?#\\@]*@)?)([^/?#\\@]+?)(:\d*)?((?:[/?][^#]*)?)(?:#.*)?$/i.exec(url)
  if (!parts || /[\t\r\n]/.test(url)) return undefined
  const [, scheme = '', user = '', host = '', port = '', rest = ''] = parts
  if (host.length > maxHostLength || !URL.canParse(url)) return undefined
  const isDefaultPort = port === ':' || Number(port.slice(1)) === (scheme.toLowerCase() === 'http' ? 80 : 443)
  return `${scheme.toLowerCase()}://${user}${host.toLowerCase()}${isDefaultPort ? '' : port}${rest}`
}
