/** Characters of an image's URL. */
export const maxUrlLength = 2_048

/** No host that can be looked up has more. */
const maxHostLength = 255

/** Most addresses, with nothing to normalise and nothing that a URL could not have. */
const usualUrl = /^https?:\/\/(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}(?:[/?][!-"$-[\]-~]*)?$/

/**
 * What makes two image URLs the same image: scheme and host lower-cased, default port and fragment dropped, the rest as
 * it is written. Undefined where the text is not an http(s) URL.
 */
export function normalizeImageUrl(url: string): string | undefined {
  // In UTF-16 units, of which a character has two at most.
  if (url.length > 2 * maxUrlLength) return undefined
  if (usualUrl.test(url)) return url
  const parts = /^(https?):\/\/((?:[^/?#\\@]*@)?)([^/?#\\@]+?)(:\d*)?((?:[/?][^#]*)?)(?:#.*)?$/i.exec(url)
  if (!parts || /[\t\r\n]/.test(url)) return undefined
  const [, scheme = '', user = '', host = '', port = '', rest = ''] = parts
  if (host.length > maxHostLength || !URL.canParse(url)) return undefined
  const isDefaultPort = port === ':' || Number(port.slice(1)) === (scheme.toLowerCase() === 'http' ? 80 : 443)
  return `${scheme.toLowerCase()}://${user}${host.toLowerCase()}${isDefaultPort ? '' : port}${rest}`
}
