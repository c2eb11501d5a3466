import { collapsedHeader } from '../header-columns.ts'
import { nearestHeader } from '../nearest-name.ts'
import names from './columns.json' with { type: 'json' }

/** The columns that are read, by Etsy's English names. */
export const readColumns: readonly string[] = names

/** Etsy's names for shops in Italian; `CURRENCY_CODE` and `SKU` are the same. */
const italian: Record<string, string> = {
  titolo: 'title',
  descrizione: 'description',
  prezzo: 'price',
  quantità: 'quantity',
  tag: 'tags',
  materiali: 'materials',
}

const numbered: [pattern: RegExp, name: string][] = [
  [/^immagine ?(\d{1,2})$/, 'image#'],
  [/^tipo variante (\d)$/, 'variation # type'],
  [/^nome variante (\d)$/, 'variation # name'],
  [/^valori variante (\d)$/, 'variation # values'],
]

const known =
  /^(?:title|description|price|quantity|tags|materials|sku|image\d{1,2}|variation \d (?:type|name|values))$/

/** The English name of a column, in lower case. */
export function normalize(header: string): string {
  const name = collapsedHeader(header)
  const translated = Object.hasOwn(italian, name) ? italian[name] : undefined
  if (translated !== undefined) return translated
  for (const [pattern, english] of numbered) {
    const number = pattern.exec(name)?.[1]
    if (number !== undefined) return english.replace('#', number)
  }
  return name
}

export function isKnown(header: string): boolean {
  return known.test(header)
}

export function nearestColumn(header: string): string | null {
  return header === 'currency_code' ? null : nearestHeader(header, readColumns)
}
