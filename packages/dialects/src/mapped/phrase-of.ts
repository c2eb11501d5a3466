/** Words that do not identify a column: currencies, and that a cell is required. */
const fillers = new Set([
  'eur',
  'euro',
  'euros',
  'usd',
  'gbp',
  'chf',
  'pln',
  'zl',
  'sek',
  'dkk',
  'czk',
  'руб',
  'рублеи',
  'грн',
  'rub',
  'uah',
  'bs',
  'mxn',
  'ars',
  'clp',
  'pen',
  'brl',
  'inr',
  'cad',
  'aud',
  'huf',
  'ft',
  'ron',
  'kzt',
  'byn',
  'required',
  'optional',
  'pflichtfeld',
  'mandatory',
  'obligatorio',
  'obbligatorio',
  'obligatoire',
  'verplicht',
  'wymagane',
])

/** Characters of a name, at most: longer ones are not column names. */
const maxLength = 100

/**
 * A column's name in the form of the word lists: `VK-Preis (brutto) €` and `vkPreisBrutto` as `vk preis brutto`,
 * without accents and currencies.
 */
export function phraseOf(name: string): string {
  const words = folded(name.slice(0, maxLength).replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .split(/[^\p{L}\p{Nd}]+/u)
    .filter((word) => word !== '')
  const telling = words.filter((word) => !fillers.has(word))
  return (telling.length > 0 ? telling : words).join(' ')
}

/** In lower case, without accents. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
}
