export const languages = ['en', 'de'] as const
export type Language = (typeof languages)[number]

/** Each in its own language. */
export const languageNames: Record<Language, string> = { en: 'English', de: 'Deutsch' }

/** The one chosen before, else the first of the browser's that we have, else English. */
export function chooseLanguage(stored: string | null, preferred: readonly string[]): Language {
  return [stored ?? '', ...preferred].map(languageOf).find((language) => language !== undefined) ?? 'en'
}

/** How numbers and dates are written: as the browser's own variant of the language does (en-GB, de-CH). */
export function chooseLocale(language: Language, preferred: readonly string[]): string {
  return preferred.find((tag) => languageOf(tag) === language) ?? language
}

function languageOf(tag: string): Language | undefined {
  const [first] = tag.toLowerCase().split('-')
  return languages.find((language) => language === first)
}
