/** The language that was chosen before, otherwise the browser's first language that is available, otherwise English. */
export function chooseLanguage(
  languages: readonly string[],
  stored: string | null,
  preferred: readonly string[],
): string {
  const wished = [stored ?? '', ...preferred].map(withoutRegion)
  return wished.find((language) => languages.includes(language)) ?? 'en'
}

/** The locale for numbers and dates: the browser's own variant of the language (en-GB, de-CH). */
export function chooseLocale(language: string, preferred: readonly string[]): string {
  return preferred.find((tag) => withoutRegion(tag) === language) ?? language
}

/** In the language itself, capitalised as at the top of a list: Français. */
export function nameOfLanguage(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name.replace(/^./u, (first) => first.toLocaleUpperCase(language))
}

function withoutRegion(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? ''
}
