import type { Message, PluralForm, Translation } from '../i18n/format-message.ts'
import type { messages as english } from './en/index.ts'

/** The English catalog is the original: its keys and its placeholders are those of all languages. */
export type Messages = typeof english

/** What the folder of a language exports as `messages`; `Forms` are the plural forms that it has. */
export type Catalog<Forms extends PluralForm = 'one' | 'other'> = {
  readonly [Part in keyof Messages]: Translation<Messages[Part], Forms>
}

/** Of any language. */
export type AnyCatalog = Readonly<Record<keyof Messages, Readonly<Record<string, Message>>>>
