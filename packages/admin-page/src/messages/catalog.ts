import type { Message, PluralForm, Translation } from '../i18n/format-message.ts'
import type { messages as english } from './en/index.ts'

/** The English catalog is the original: it defines the keys and placeholders of all languages. */
export type Messages = typeof english

/** The folder of a language exports this as `messages`; `Forms` are its plural forms. */
export type Catalog<Forms extends PluralForm = 'one' | 'other'> = {
  readonly [Part in keyof Messages]: Translation<Messages[Part], Forms>
}

/** Parts with the explanations of codes. */
export type ExplanationPart = Extract<keyof Messages, `${string}Texts`>

/** The catalog of any language. */
export type AnyCatalog = Readonly<Record<keyof Messages, Readonly<Record<string, Message>>>>

/** Parts that few visits need: each is a separate file of the language, loaded on demand. */
export type LaterPart = 'mapping' | 'parts'

/** The messages that the page loads at first. Explanations are as large as all of these, and few visits need them. */
export type FirstMessages = Omit<AnyCatalog, ExplanationPart | LaterPart>

export type Explanations = Pick<AnyCatalog, ExplanationPart>
