/** A text with `{names}` for inserted values; or its plural forms, chosen by `count`. */
export type Message = string | Plural

/** The plural forms of a language, by their names in CLDR. Every language has `other`. */
export type Plural = { readonly other: string } & { readonly [Form in Intl.LDMLPluralRule]?: string }

export type Values = Readonly<Record<string, string | number>>

/**
 * Inserts the values into a message. Numbers are formatted for the locale, texts are unchanged.
 * @throws Error for a name without a value: an incomplete sentence is never shown
 */
export function formatMessage(locale: string, message: Message, values: Values = {}): string {
  return pluralForm(locale, message, values).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`no value for {${name}}`)
    return typeof value === 'number' ? numberFormat(locale).format(value) : value
  })
}

function pluralForm(locale: string, message: Message, { count }: Values): string {
  if (typeof message === 'string') return message
  return message[pluralRules(locale).select(Number(count))] ?? message.other
}

const numberFormat = remember((locale) => new Intl.NumberFormat(locale))
const pluralRules = remember((locale) => new Intl.PluralRules(locale))

/** Makes one thing for each locale: Intl's formats are slow to create and fast to use. */
export function remember<Made>(make: (locale: string) => Made): (locale: string) => Made {
  const made = new Map<string, Made>()
  return (locale) => {
    const known = made.get(locale)
    if (known !== undefined) return known
    const first = make(locale)
    made.set(locale, first)
    return first
  }
}
