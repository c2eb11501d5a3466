import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import {
  canonicalColumnNames,
  codesOf,
  fileWarningCases,
  problemTexts,
  rowErrorCases,
  rowWarningCases,
} from '@catalog/catalog'
import { shopSystems } from '@catalog/catalog/shop-systems'
import { ChangeGroup, Dialect, errorTable, Reason, RiskCode } from '@catalog/contracts'
import { messagesOf } from '../packages/admin-page/build/languages.ts'

const messages = messagesOf('en')

// `unknown` is the page's text for codes of a newer service.
const withoutUnknown = (table: object) => Object.keys(table).filter((key) => key !== 'unknown')

test.each([
  ['row error', messages.rowErrors, codesOf(problemTexts.rowErrorTexts)],
  ['row warning', messages.rowWarnings, codesOf(problemTexts.rowWarningTexts)],
  ['file warning', messages.fileWarnings, codesOf(problemTexts.fileWarningTexts)],
  ['column', messages.fields, canonicalColumnNames],
  ['reason of an image', messages.reasons, Reason.options],
  ['group of changes', messages.changes, ChangeGroup.options],
  ['risk', messages.risks, RiskCode.options],
])('the admin page has a text for each %s, and no others', (_what, table, known) => {
  expect(withoutUnknown(table).toSorted()).toEqual([...known].toSorted())
})

test('only cases that exist have titles of their own', () => {
  const known = Object.entries(rowErrorCases).flatMap(([code, cases]) =>
    Object.keys(cases).map((name) => `${code}:${name}`),
  )
  expect(known).toEqual(expect.arrayContaining(Object.keys(messages.errorCases)))
})

// The test of the languages checks that the others have the same keys and parameters.
describe.each<[string, Record<string, string>, Record<string, Record<string, readonly string[]>>]>([
  ['row error', problemTexts.rowErrorTexts, rowErrorCases],
  ['row warning', problemTexts.rowWarningTexts, rowWarningCases],
  ['file warning', problemTexts.fileWarningTexts, fileWarningCases],
])('for a %s, there is a sentence', (_what, texts, cases) => {
  const ofCases = Object.entries(cases).flatMap(([code, ofCode]) =>
    Object.entries(ofCode).map(([name, parameters]) => [`${code}:${name}`, parameters] as const),
  )

  test('for each code in general and each case, and no others', () => {
    const known = [...codesOf(texts), ...ofCases.map(([key]) => key)]
    expect(Object.keys(texts).toSorted()).toEqual(known.toSorted())
  })

  test('in general without parameters, of a case with its own', () => {
    const parameters = new Map<string, readonly string[]>(ofCases)
    for (const [key, text] of Object.entries(texts)) {
      const asked = namesIn(text)
      expect({ key, asked }).toEqual({ key, asked: new Set(parameters.get(key)) })
    }
  })
})

test('the admin page has a text and advice for each error of the API', () => {
  for (const table of [messages.problems, messages.advice]) {
    expect(Object.keys(table)).toEqual(expect.arrayContaining(Object.keys(errorTable)))
  }
})

test('each format has a name', () => {
  const named = [...Object.keys(messages.dialects), ...Object.values(shopSystems)]
  expect(named.toSorted()).toEqual(Dialect.options.toSorted())
})

test('the guide for merchants names each shop system with its dialects, and no others', () => {
  const text = readFileSync(new URL('../MERCHANTS.md', import.meta.url), 'utf8')
  const named = [...text.matchAll(/^\*\*([^*]+)\*\* \((.+?)\)\. /gms)].flatMap(([, system, formats = '']) =>
    [...formats.matchAll(/`(\w+)`/g)].map(([, dialect = '']) => {
      const version = /_(v\d)$/.exec(dialect)?.[1]
      return [version === undefined ? system : `${system} (${version})`, dialect]
    }),
  )
  const ofSystems = named.filter(([, dialect = '']) => !(dialect in messages.dialects))
  expect(Object.fromEntries(ofSystems)).toEqual(shopSystems)
})

test('the admin page shows each of its texts somewhere', () => {
  const code = sourcesOfThePage().join('\n')
  // The tests above compare these with the services' tables, and the build with the headings of the help.
  const named = new Set([
    'helpPages',
    'problems',
    'advice',
    'reasons',
    'dialects',
    'fields',
    'changes',
    'risks',
    'rowErrors',
    'errorCases',
    'rowWarnings',
    'fileWarnings',
    'rowErrorTexts',
    'rowWarningTexts',
    'fileWarningTexts',
  ])
  const unused = Object.entries<object>(messages).flatMap(([part, section]) =>
    Object.keys(section)
      .filter(
        (name) => !named.has(part) && !code.includes(`'${part}.${name}'`) && !code.includes(`'${name}'`),
      )
      .map((name) => `${part}.${name}`),
  )
  expect(unused).toEqual([])
})

test('the admin page gives each text the values that it names', () => {
  const texts = new Map(
    Object.entries(messages).flatMap(([part, section]) =>
      Object.entries(section).map(([name, text]): [string, Set<string>] => [
        `${part}.${name}`,
        namesIn(text),
      ]),
    ),
  )
  const calls = sourcesOfThePage().flatMap((code) =>
    [...code.matchAll(/\bt\(/g)].map(({ index }) => argumentsAt(code, index + 2)),
  )
  expect(calls.length).toBeGreaterThan(300)
  const wrong = calls.flatMap(([key = '', values = '']) =>
    [...key.matchAll(/'(\w+\.\w+)'/g)].flatMap(([, name = '']) => {
      const asked = texts.get(name)
      // Values that are passed on are those of another call.
      if (asked === undefined || (values !== '' && !values.startsWith('{'))) return []
      const passed = new Set(argumentsAt(values, 1).map((value) => /^\w+/.exec(value)?.[0] ?? value))
      return [...asked].every((one) => passed.has(one)) ? [] : [`${name}: ${values}`]
    }),
  )
  expect(wrong).toEqual([])
})

function namesIn(text: unknown): Set<string> {
  return new Set(
    JSON.stringify(text)
      .matchAll(/\{(\w+)\}/g)
      .map(([, name = '']) => name),
  )
}

function sourcesOfThePage(): string[] {
  const cwd = fileURLToPath(new URL('../packages/admin-page/src', import.meta.url))
  return globSync('**/*.{ts,tsx}', { cwd, exclude: (path) => path.startsWith('messages') }).map((file) =>
    readFileSync(`${cwd}/${file}`, 'utf8'),
  )
}

/** The parts between commas from a position behind a bracket to the one that closes it. */
function argumentsAt(code: string, start: number): string[] {
  const parts = ['']
  let depth = 0
  for (const character of code.slice(start)) {
    if ('([{'.includes(character)) depth += 1
    else if (')]}'.includes(character) && (depth -= 1) < 0) break
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}
