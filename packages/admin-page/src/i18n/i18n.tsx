import { createContext, startTransition, Suspense, use, useEffect, useMemo, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { I18nProvider as AriaI18nProvider } from 'react-aria-components'
import type { FirstMessages, LaterPart } from '../messages/catalog.ts'
import { languages, laterTextsIn, loadMessages } from '../messages/index.ts'
import { readSetting, writeSetting } from '../settings.ts'
import { formatsFor } from './formats.ts'
import type { Formats } from './formats.ts'
import { chooseLanguage, chooseLocale } from './language.ts'
import { translator } from './translate.ts'
import type { Translate } from './translate.ts'

export interface I18n {
  t: Translate
  format: Formats
  /** All texts, to look up codes of the API. */
  messages: FirstMessages
  /** The language's code, such as `de`. */
  language: string
  /** Rejects if the language cannot be loaded; the page then keeps its current one. */
  setLanguage: (language: string) => Promise<void>
}

/** A language and its texts. */
export interface Spoken {
  language: string
  messages: FirstMessages
}

const Context = createContext<I18n | null>(null)

export function useI18n(): I18n {
  const i18n = use(Context)
  if (i18n === null) throw new Error('useI18n outside of I18nProvider')
  return i18n
}

/** Called before anything is shown, so that a visit loads and shows only its own language. */
export function loadLanguage(): Promise<Spoken> {
  return load(chooseLanguage(languages, readSetting('language'), navigator.languages))
}

async function load(language: string): Promise<Spoken> {
  return { language, messages: await loadMessages(language) }
}

export function I18nProvider({ initial, children }: { initial: Spoken; children: ReactNode }) {
  const [{ language, messages }, speak] = useState(initial)
  const i18n = useMemo<I18n>(() => {
    const locale = chooseLocale(language, navigator.languages)
    return {
      t: translator(messages, locale),
      format: formatsFor(locale),
      messages,
      language,
      setLanguage: async (chosen) => {
        const loaded = await load(chosen)
        // Keep showing the current language until the other one is loaded completely.
        startTransition(() => speak(loaded))
        writeSetting('language', chosen)
      },
    }
  }, [language, messages])

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  return (
    <AriaI18nProvider locale={language}>
      <Context value={i18n}>{children}</Context>
    </AriaI18nProvider>
  )
}

/**
 * The component with the texts of a part of the page. Until they are loaded, it shows the fallback; without one, it
 * suspends.
 */
export function withTexts<Props extends object>(
  part: LaterPart,
  Component: ComponentType<Props>,
  fallback?: ReactNode,
): (props: Props) => ReactNode {
  return function WithTexts(props) {
    const component = (
      <LaterTexts part={part}>
        <Component {...props} />
      </LaterTexts>
    )
    return fallback === undefined ? component : <Suspense fallback={fallback}>{component}</Suspense>
  }
}

function LaterTexts({ part, children }: { part: LaterPart; children: ReactNode }) {
  const i18n = useI18n()
  const texts = use(laterTextsIn(part, i18n.language))
  const extended = useMemo<I18n>(() => {
    const messages = { ...i18n.messages, ...texts }
    return { ...i18n, messages, t: translator(messages, chooseLocale(i18n.language, navigator.languages)) }
  }, [i18n, texts])
  return <Context value={extended}>{children}</Context>
}
