import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import {
  canonicalColumnNames,
  fileWarningCases,
  fileWarningTable,
  rowErrorCases,
  rowErrorTable,
  rowWarningCases,
  rowWarningTable,
} from '@catalog/catalog'
import { Dialect, errorTable, Reason } from '@catalog/contracts'
import { advice, problems } from '../packages/admin-page/src/messages/en/problems.ts'
import { dialects } from '../packages/admin-page/src/messages/en/review.ts'
import {
  fileWarningTexts,
  rowErrorTexts,
  rowWarningTexts,
} from '../packages/admin-page/src/messages/en/explanations.ts'
import { messages } from '../packages/admin-page/src/messages/en/index.ts'
import { fields, fileWarnings, rowErrors, rowWarnings } from '../packages/admin-page/src/messages/en/rows.ts'
import { reasons } from '../packages/admin-page/src/messages/en/run.ts'

// `unknown` is the page's text for codes of a newer service.
const withoutUnknown = (table: object) => Object.keys(table).filter((key) => key !== 'unknown')

test.each([
  ['row error', rowErrors, Object.keys(rowErrorTable)],
  ['row warning', rowWarnings, Object.keys(rowWarningTable)],
  ['file warning', fileWarnings, Object.keys(fileWarningTable)],
  ['column', fields, canonicalColumnNames],
  ['dialect', dialects, Dialect.options],
  ['reason of an image', reasons, Reason.options],
])('the admin page has a text for each %s, and no others', (_what, table, known) => {
  expect(withoutUnknown(table).toSorted()).toEqual([...known].toSorted())
})

// The test of the languages checks that the others have the same keys and parameters.
describe.each<[string, Record<string, string>, object, Record<string, Record<string, readonly string[]>>]>([
  ['row error', rowErrorTexts, rowErrorTable, rowErrorCases],
  ['row warning', rowWarningTexts, rowWarningTable, rowWarningCases],
  ['file warning', fileWarningTexts, fileWarningTable, fileWarningCases],
])('for a %s, the admin page explains', (_what, texts, table, cases) => {
  const ofCases = Object.entries(cases).flatMap(([code, ofCode]) =>
    Object.entries(ofCode).map(([name, parameters]) => [`${code}:${name}`, parameters] as const),
  )

  test('each code, in general and in each case, and no others', () => {
    const known = [...Object.keys(table), ...ofCases.map(([key]) => key)]
    expect(Object.keys(texts).toSorted()).toEqual(known.toSorted())
  })

  test('a code in general without parameters, a case with its own', () => {
    const parameters = new Map<string, readonly string[]>(ofCases)
    for (const [key, text] of Object.entries(texts)) {
      const asked = new Set(text.matchAll(/\{(\w+)\}/g).map(([, name = '']) => name))
      expect({ key, asked }).toEqual({ key, asked: new Set(parameters.get(key)) })
    }
  })
})

test('the admin page has a text and advice for each error of the API', () => {
  for (const table of [problems, advice]) {
    expect(Object.keys(table)).toEqual(expect.arrayContaining(Object.keys(errorTable)))
  }
})

test('the README and the start page name each shop system whose files are read, in every language', () => {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const { canonical: _ours, mapped: _theirs, ...systemNames } = dialects
  const systems = Object.values(systemNames).map((name) => name.split(' ')[0])
  const pages = [
    'README.md',
    'MERCHANTS.md',
    ...globSync('packages/admin-page/src/messages/*/start.ts', { cwd: root }),
  ]
  expect(pages.length).toBeGreaterThan(3)
  for (const page of pages) {
    const text = readFileSync(`${root}/${page}`, 'utf8')
    expect(systems.filter((system) => !text.includes(String(system)))).toEqual([])
  }
})

test('the admin page shows each of its texts somewhere', () => {
  const cwd = fileURLToPath(new URL('../packages/admin-page/src', import.meta.url))
  const sources = globSync('**/*.{ts,tsx}', { cwd, exclude: (path) => path.startsWith('messages') })
  const code = sources.map((file) => readFileSync(`${cwd}/${file}`, 'utf8')).join('\n')
  // The tests above compare these with the services' tables, and the build with the headings of the help.
  const named = new Set([
    'helpPages',
    'problems',
    'advice',
    'reasons',
    'dialects',
    'fields',
    'rowErrors',
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
