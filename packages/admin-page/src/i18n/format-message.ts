/** A text, with `{names}` for what is put in; or its plural forms, chosen by `count`. */
export type Message = string | Plural

/** The forms of a language, as CLDR names them. Every language has `other`. */
export type PluralForm = Intl.LDMLPluralRule
export type Plural = { readonly other: string } & { readonly [Form in PluralForm]?: string }

/** What a language must hold to be complete: the keys of the original, and its own plural forms where there are plurals. */
export type Translation<Original, Forms extends PluralForm = 'one' | 'other'> = {
  readonly [Key in keyof Original]: Original[Key] extends string ? string : Readonly<Record<Forms, string>>
}

/** The names that a message needs values for. */
export type ParameterOf<Text extends Message> = Text extends string
  ? Named<Text>
  : Text extends Plural
    ? 'count' | Named<Text[keyof Text & PluralForm] & string>
    : never

type Named<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Named<Rest>
  : never

export type Values = Readonly<Record<string, string | number>>

/**
 * Fills a message in. Numbers are written as the locale writes them, texts stay as they are.
 * @throws Error for a name without a value: a half-filled sentence is never shown
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

/** Intl's formats are slow to make and quick to use. */
export function remember<Format>(make: (locale: string) => Format): (locale: string) => Format {
  const made = new Map<string, Format>()
  return (locale) => {
    const known = made.get(locale)
    if (known !== undefined) return known
    const format = make(locale)
    made.set(locale, format)
    return format
  }
}
