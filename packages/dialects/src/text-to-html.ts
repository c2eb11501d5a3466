/** A plain text as HTML. */
export function htmlOf(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\r\n?|\n/g, '<br>\n')
}

/** The same of a text that may be HTML already. */
export function htmlOrText(text: string): string {
  return /<[a-z][^<>]{0,1000}>/i.test(text) ? text : htmlOf(text)
}
