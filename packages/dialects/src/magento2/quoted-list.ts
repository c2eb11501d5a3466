/**
 * The values of `"a"|"b"`, Magento's “fields enclosure”, with `""` for a quotation mark in one; undefined if the whole
 * text does not have this form. Without a regular expression, which would overflow its stack on a long value.
 */
export function quotedList(text: string, separator: '|' | ','): string[] | undefined {
  const values: string[] = []
  for (let start = 0; text[start] === '"'; start++) {
    const end = endOfQuotes(text, start + 1)
    if (end === -1) return undefined
    values.push(text.slice(start + 1, end).replaceAll('""', '"'))
    if (end + 1 === text.length) return values
    if (text[end + 1] !== separator) return undefined
    start = end + 1
  }
  return undefined
}

/** The position of the next quotation mark that is not doubled. */
function endOfQuotes(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}
