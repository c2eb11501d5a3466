import { expect, test } from '@jest/globals'
import { chooseLanguage, chooseLocale, nameOfLanguage } from './language.ts'

test.each([
  [null, ['de-AT', 'en'], 'de'],
  [null, ['fr-FR', 'de', 'en'], 'de'],
  [null, ['fr', 'ja'], 'en'],
  [null, [], 'en'],
  ['en', ['de'], 'en'],
  ['xx', ['de'], 'de'],
] as const)(
  'with %p chosen before and a browser of %p, the page speaks %s',
  (stored, preferred, language) => {
    expect(chooseLanguage(['de', 'en'], stored, preferred)).toBe(language)
  },
)

test("numbers and dates are written as the browser's own variant of the language does", () => {
  expect(chooseLocale('en', ['de-DE', 'en-GB', 'en-US'])).toBe('en-GB')
  expect(chooseLocale('de', ['en-GB'])).toBe('de')
})

test('languages have the names that their speakers use', () => {
  expect(['de', 'en', 'fr', 'pl'].map(nameOfLanguage)).toEqual(['Deutsch', 'English', 'Français', 'Polski'])
})
