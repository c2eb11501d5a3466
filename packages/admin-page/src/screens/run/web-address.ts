/** A safe link target; null if there is none: merchants' files can contain any text instead of a URL. */
export function webAddress(text: string): string | null {
  const url = URL.parse(text)
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url.href : null
}
