import { createContext, use, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { I18nProvider as AriaI18nProvider } from 'react-aria-components'
import { messages } from '../messages/index.ts'
import type { Messages } from '../messages/index.ts'
import { readSetting, writeSetting } from '../settings.ts'
import { formatMessage } from './format-message.ts'
import type { Message, ParameterOf, Values } from './format-message.ts'
import { formatsFor } from './formats.ts'
import type { Formats } from './formats.ts'
import { chooseLanguage, chooseLocale } from './language.ts'
import type { Language } from './language.ts'

/** `screen.message`: `start.title`. */
export type MessageKey = {
  [Part in keyof Messages]: `${Part}.${keyof Messages[Part] & string}`
}[keyof Messages]

type MessageAt<Key extends MessageKey> = Key extends `${infer Part}.${infer Name}`
  ? Part extends keyof Messages
    ? Name extends keyof Messages[Part]
      ? Messages[Part][Name] & Message
      : never
    : never
  : never

type Arguments<Key extends MessageKey> = [ParameterOf<MessageAt<Key>>] extends [never]
  ? []
  : [values: Record<ParameterOf<MessageAt<Key>>, string | number>]

/** The text of that key in the language of the page. */
export type Translate = <Key extends MessageKey>(key: Key, ...values: Arguments<Key>) => string

export interface I18n {
  t: Translate
  format: Formats
  language: Language
  setLanguage: (language: Language) => void
}

const Context = createContext<I18n | null>(null)

export function useI18n(): I18n {
  const i18n = use(Context)
  if (i18n === null) throw new Error('useI18n outside of I18nProvider')
  return i18n
}

export function I18nProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(() => chooseLanguage(readSetting('language'), navigator.languages))
  const i18n = useMemo<I18n>(() => {
    const locale = chooseLocale(language, navigator.languages)
    return {
      t: translator(language, locale),
      format: formatsFor(locale),
      language,
      setLanguage: (chosen) => {
        writeSetting('language', chosen)
        setLanguage(chosen)
      },
    }
  }, [language])

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  return (
    <AriaI18nProvider locale={language === 'de' ? 'de-DE' : 'en-US'}>
      <Context value={i18n}>{children}</Context>
    </AriaI18nProvider>
  )
}

function translator(language: Language, locale: string): Translate {
  const catalog: Record<string, Record<string, Message>> = messages[language]
  return (key: MessageKey, ...[values]: [Values?]) => {
    const [part = '', name = ''] = key.split('.')
    const message = catalog[part]?.[name]
    if (message === undefined) throw new Error(`no message ${key}`)
    return formatMessage(locale, message, values)
  }
}
