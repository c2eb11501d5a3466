import { quotedList } from './quoted-list.ts'

/** A parsed list: its values by code, in the order of the list, and the text before the first code. */
export interface KeyValues {
  values: Map<string, string>
  /** The text before the first `code=`; `''` if there is none. */
  unread: string
}

/**
 * Reads `code=value,code=value`, Magento's form for several attributes in one cell. Text after a comma that is not a
 * `code=` belongs to the previous value, as in Magento's own import. Values may be in quotation marks, with `""` for
 * one of them (Magento's “fields enclosure”); several choices are then `"a"|"b"`. Codes are returned in lower case.
 */
export function keyValues(text: string): KeyValues {
  const result: KeyValues = { values: new Map(), unread: '' }
  const pieces = text.split(/,(?=\s*[a-z_]\w*\s*=)/i)
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index] ?? ''
    const at = piece.indexOf('=')
    const code = piece.slice(0, Math.max(0, at)).trim()
    if (!/^[a-z_]\w*$/i.test(code)) {
      result.unread = piece.trim()
      continue
    }
    const value = piece.slice(at + 1)
    const end = endOfQuotes(pieces, index, value)
    const whole = end === index ? value : [value, ...pieces.slice(index + 1, end + 1)].join(',')
    result.values.set(code.toLowerCase(), unwrapped(whole))
    index = end
  }
  return result
}

/** The last piece of a value that begins with quotation marks: a `,code=` between them is part of it. */
function endOfQuotes(pieces: string[], start: number, value: string): number {
  if (!value.startsWith('"')) return start
  let isOpen = isOdd(value)
  for (let end = start; end < pieces.length; end++) {
    if (end > start && isOdd(pieces[end] ?? '')) isOpen = !isOpen
    if (!isOpen) return end
  }
  return start
}

/** Whether the text has an odd number of quotation marks. */
function isOdd(text: string): boolean {
  let odd = false
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) odd = !odd
  return odd
}

function unwrapped(value: string): string {
  const text = value.trim()
  return quotedList(text, '|')?.join('|') ?? text
}
