import { describe, expect, test } from '@jest/globals'
import { formatMessage } from '../i18n/format-message.ts'
import type { Message } from '../i18n/format-message.ts'
import { languages } from '../i18n/language.ts'
import { messages } from './index.ts'

const forms = (message: Message) => (typeof message === 'string' ? [message] : [message.one, message.other])
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
const catalogOf = (language: (typeof languages)[number]) =>
  new Map(
    Object.entries<Record<string, Message>>(messages[language]).flatMap(([part, section]) =>
      Object.entries(section).map(([name, message]) => [`${part}.${name}`, message] as const),
    ),
  )
const english = catalogOf('en')

describe.each(languages)('the catalog in %s', (language) => {
  const catalog = catalogOf(language)

  test('has the same messages as the English one', () => {
    expect([...catalog.keys()].toSorted()).toEqual([...english.keys()].toSorted())
  })

  test('asks for nothing that English does not give', () => {
    for (const [key, message] of catalog) {
      const given = new Set(['count', ...forms(english.get(key) ?? '').flatMap(placeholders)])
      const asked = forms(message).flatMap(placeholders)
      expect({ key, missing: asked.filter((name) => !given.has(name)) }).toEqual({ key, missing: [] })
    }
  })

  test('leaves nothing out that English says', () => {
    for (const [key, message] of english) {
      const last = (one: Message) => new Set(placeholders(forms(one).at(-1) ?? ''))
      expect({ key, names: last(catalog.get(key) ?? '') }).toEqual({ key, names: last(message) })
    }
  })

  test('has only whole texts, with every plural that the language has', () => {
    for (const [key, message] of catalog) {
      for (const count of [0, 1, 2, 5000]) {
        const values = Object.fromEntries(
          forms(message)
            .flatMap(placeholders)
            .map((name) => [name, 'x']),
        )
        const text = formatMessage(language, message, { ...values, count })
        expect({ key, text }).toEqual({ key, text: expect.stringMatching(/^\S(.*\S)?$/s) })
      }
    }
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    expect(categories.toSorted()).toEqual(['one', 'other'])
  })
})
