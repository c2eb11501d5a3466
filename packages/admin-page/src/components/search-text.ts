/** `?q=` of an address; empty if there is none. */
export function readSearchText({ q }: Record<string, unknown>): string {
  // The router reads `q=123` as a number.
  const text = ['string', 'number', 'boolean'].includes(typeof q) ? String(q) : ''
  return text.trim() === '' ? '' : text
}
