import { describe, expect, test } from '@jest/globals'
import { languages, messagesOf } from '../packages/admin-page/build/languages.ts'
import { formatMessage } from '../packages/admin-page/src/i18n/format-message.ts'
import type { Message } from '../packages/admin-page/src/i18n/format-message.ts'

const formsOf = (message: Message): Record<string, string> =>
  typeof message === 'string' ? { other: message } : message
const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

function catalogOf(language: string): ReadonlyMap<string, Message> {
  return new Map(
    Object.entries(messagesOf(language)).flatMap(([part, section]) =>
      Object.entries(section).map(([name, message]) => [`${part}.${name}`, message] as const),
    ),
  )
}

const english = catalogOf('en')
const catalogs = languages.map((language) => [language, catalogOf(language)] as const)

describe.each(catalogs)('the admin page in %s', (language, catalog) => {
  test('has the same messages as the English one', () => {
    expect([...catalog.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  })

  test('has the parameters of the English message in each form, and no others', () => {
    for (const [key, message] of catalog) {
      // The number may be spelled out or omitted: "one row", "a preview".
      const names = (text: string) => new Set(['count', ...namesIn(text)])
      const expected = names(formsOf(english.get(key) ?? '').other ?? '')
      for (const text of Object.values(formsOf(message)))
        expect({ key, text, names: names(text) }).toEqual({ key, text, names: expected })
    }
  })

  test('has a number if the English message has one', () => {
    for (const [key, message] of catalog) {
      const counted = (one: Message) => namesIn(formsOf(one).other ?? '').includes('count')
      expect({ key, counted: counted(message) }).toEqual({ key, counted: counted(english.get(key) ?? '') })
    }
  })

  test('has exactly the plural forms of the language, if the English message has any', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted()
    for (const [key, message] of catalog) {
      const own = typeof message === 'string' ? 'one text' : Object.keys(message).toSorted()
      expect({ key, own }).toEqual({ key, own: typeof english.get(key) === 'string' ? 'one text' : forms })
    }
  })

  test('has complete texts for every count', () => {
    for (const [key, message] of catalog) {
      const values = Object.fromEntries(
        Object.values(formsOf(message))
          .flatMap(namesIn)
          .map((name) => [name, 'x']),
      )
      for (const count of [0, 1, 2, 5, 5000, 1_000_000]) {
        const text = formatMessage(language, message, { ...values, count })
        expect({ key, text }).toEqual({ key, text: expect.stringMatching(/^\S(.*\S)?$/s) })
      }
    }
  })
})

test('French has spaces that do not break before : ; ? ! and within « »', () => {
  const texts = [...catalogOf('fr').values()].flatMap((message) => Object.values(formsOf(message)))
  const wrong = texts.filter((text) =>
    /[^\u00A0]:(?!\/\/)|[^\u202F][;?!]|«[^\u00A0]|[^\u00A0]»|\d \d/.test(text),
  )
  expect(wrong).toEqual([])
  expect(texts.join('')).not.toContain("'")
})
