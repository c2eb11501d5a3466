import type { Message, PluralForm, Translation } from '../i18n/format-message.ts'
import type { messages as english } from './en/index.ts'

/** The English catalog is the original: its keys and its placeholders are those of all languages. */
export type Messages = typeof english

/** What the folder of a language exports as `messages`; `Forms` are the plural forms that it has. */
export type Catalog<Forms extends PluralForm = 'one' | 'other'> = {
  readonly [Part in keyof Messages]: Translation<Messages[Part], Forms>
}

/** Where the explanations of codes are. */
export type ExplanationPart = Extract<keyof Messages, `${string}Texts`>

/** Of any language. */
export type AnyCatalog = Readonly<Record<keyof Messages, Readonly<Record<string, Message>>>>

/** Parts that few visits need: each is a file of the language, which is loaded when it is needed. */
export type LaterPart = 'mapping' | 'parts'

/** What the page holds from the first on; explanations weigh as much as all of it, and few visits need them. */
export type FirstMessages = Omit<AnyCatalog, ExplanationPart | LaterPart>

export type Explanations = Pick<AnyCatalog, ExplanationPart>
