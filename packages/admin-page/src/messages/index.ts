import { de } from './de/index.ts'
import { en } from './en/index.ts'
import type { Language } from '../i18n/language.ts'
import type { Translation } from '../i18n/format-message.ts'

/** The English catalog is the original: its keys and its placeholders are those of all languages. */
export type Messages = typeof en

type Complete = { readonly [Part in keyof Messages]: Translation<Messages[Part]> }

export const messages: Record<Language, Complete> = { en, de }
