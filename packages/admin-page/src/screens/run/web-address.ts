/** What a link may lead to: merchants' files can hold any text where an address should stand. */
export function webAddress(text: string): string | null {
  const url = URL.parse(text)
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? url.href : null
}
