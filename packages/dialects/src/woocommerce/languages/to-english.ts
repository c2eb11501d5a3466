import { collapsedHeader } from '../../header-columns.ts'
import brazilianPortuguese from './brazilian-portuguese.json' with { type: 'json' }
import dutch from './dutch.json' with { type: 'json' }
import french from './french.json' with { type: 'json' }
import german from './german.json' with { type: 'json' }
import italian from './italian.json' with { type: 'json' }
import japanese from './japanese.json' with { type: 'json' }
import polish from './polish.json' with { type: 'json' }
import portuguese from './portuguese.json' with { type: 'json' }
import russian from './russian.json' with { type: 'json' }
import spanish from './spanish.json' with { type: 'json' }
import swedish from './swedish.json' with { type: 'json' }

/** The words of WooCommerce’s export in one language, by translation. */
interface Language {
  /**
   * The English names of its columns, by every translation that they have had; `%d` is a number, `%s` a unit or a key.
   */
  columns: Record<string, string>
  /** Units of weight, if they are translated. */
  units: Record<string, string>
}

export const languages: Record<string, Language> = {
  german,
  french,
  spanish,
  italian,
  dutch,
  polish,
  brazilianPortuguese,
  portuguese,
  swedish,
  japanese,
  russian,
}

const columns = new Map(
  Object.values(languages).flatMap((language) =>
    Object.entries(language.columns).map(([translated, english]) => [comparable(translated), english]),
  ),
)
const units = new Map(
  Object.values(languages).flatMap((language) =>
    Object.entries(language.units).map(([translated, english]) => [comparable(translated), english]),
  ),
)

/** The English name of a column if it is WooCommerce’s in another language; any other name unchanged. */
export function toEnglish(header: string): string {
  const name = comparable(header)
  return columns.get(name) ?? numbered(name) ?? withUnit(name) ?? meta(header) ?? header
}

function comparable(header: string): string {
  return collapsedHeader(header).replaceAll('’', "'")
}

/** `attribut 2 name` is `Attribute 2 name`. */
function numbered(name: string): string | undefined {
  const number = /\d{1,6}/.exec(name)?.[0]
  return number === undefined ? undefined : columns.get(name.replace(number, '%d'))?.replace('%d', number)
}

/** `gewicht (kg)` is `Weight (kg)`. */
function withUnit(name: string): string | undefined {
  const start = name.indexOf('(') + 1
  if (start === 0 || !name.endsWith(')')) return undefined
  const unit = name.slice(start, -1)
  return columns.get(`${name.slice(0, start)}%s)`)?.replace('%s', () => units.get(unit) ?? unit)
}

/** `Méta : Care` is `Meta: Care`; the key stays as it is written. */
function meta(header: string): string | undefined {
  const colon = header.indexOf(':')
  if (colon === -1) return undefined
  const key = header.slice(colon + 1)
  return columns.get(`${comparable(header.slice(0, colon + 1))} %s`)?.replace('%s', () => key.trimStart())
}
