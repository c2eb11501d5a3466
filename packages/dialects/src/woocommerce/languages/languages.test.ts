import { describe, expect, test } from '@jest/globals'
import { recognize } from '../../recognize.ts'
import { normalize, readColumns, weightUnit } from '../columns.ts'
import { languages, toEnglish } from './to-english.ts'

/** Columns that a shop needs in a file, in English. */
const needed = ['Type', 'Name', 'Regular price', 'Attribute 1 name', 'Attribute 1 value(s)']

describe.each(Object.entries(languages))('in %s', (_name, { columns, units }) => {
  const translations = new Map(Object.entries(columns).map(([translated, english]) => [english, translated]))
  const inLanguage = (english: string) => translations.get(english) ?? english

  test('a header is recognised, with every column that is read', () => {
    const header = [...new Set([...readColumns, 'Is featured?', 'Weight (kg)'].map(inLanguage))]
      .concat(inLanguage('Attribute %d name'), inLanguage('Attribute %d value(s)'))
      .map((name) => name.replace('%d', '2').replace('%s', 'kg'))
    const { dialect, unknownColumns } = recognize(header)
    expect(dialect.name).toBe('woocommerce')
    expect(unknownColumns).toEqual([{ name: inLanguage('Is featured?'), nearest: null }])
  })

  test('every translation is that of its column, in any case and with white space', () => {
    for (const [translated, english] of Object.entries(columns)) {
      expect(normalize(` ${fill(translated).toUpperCase().replaceAll(' ', '\u00A0 ')} `)).toBe(
        normalize(fill(english)).replace(/^(meta: ).*/, (whole) => whole.replace('kg', 'KG')),
      )
    }
  })

  test('the unit of a weight may be translated', () => {
    const weight = inLanguage('Weight (%s)')
    for (const [translated, unit] of Object.entries(units)) {
      expect(weightUnit(weight.replace('%s', translated))).toBe(unit)
    }
    expect(weightUnit(weight.replace('%s', 'lbs'))).toBe('lbs')
  })

  test('the necessary columns are translated', () => {
    for (const english of needed) {
      const translated = inLanguage(english.replace('1', '%d')).replace('%d', '1')
      expect(normalize(translated)).toBe(normalize(english))
    }
  })
})

test('no translation means two columns, nor what another column is called in English', () => {
  const meanings = new Map<string, string>(readColumns.map((name) => [name.toLowerCase(), name]))
  for (const { columns } of Object.values(languages)) {
    for (const [translated, english] of Object.entries(columns)) {
      const name = translated.toLowerCase()
      expect([name, meanings.get(name) ?? english]).toEqual([name, english])
      meanings.set(name, english)
    }
  }
})

test('a key keeps its case, and other names stay as they are', () => {
  expect(toEnglish('Méta\u00A0: Origin')).toBe('Meta: Origin')
  for (const name of ['Handle', 'Preis (EUR)', 'Größe: x', 'Spalte 7', '']) expect(toEnglish(name)).toBe(name)
})

function fill(name: string): string {
  return name.replace('%d', '12').replace('%s', 'kg')
}
