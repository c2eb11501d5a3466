import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { runQuietly } from '../deploy/local/commands.ts'
import testsOfPages from '../docs/tests.json' with { type: 'json' }

const root = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const pages: Record<string, Record<string, Record<string, string[]>>> = testsOfPages
const id = /\b(INV|PUC|TEL|ALR|RB)-[0-9]+\b/g

test('the page of requirements has every id that occurs in the repository', async () => {
  const others = [':!docs/requirements.md', ':!docs/tests.json']
  const named = await runQuietly('git', [
    '-C',
    fileURLToPath(root),
    'grep',
    '-hoE',
    id.source,
    '--',
    ...others,
  ])
  const listed = rowsOf('requirements').map(({ name }) => name)
  expect(listed.filter((name) => /^[A-Z]+-\d+$/.test(name)).toSorted()).toEqual(
    [...new Set(named.match(id))].sort(),
  )
})

describe.each(Object.entries(pages))('docs/%s.md', (page, testsOfRows) => {
  test('has tests in docs/tests.json for each of its rows, or says that there is none', () => {
    const tested = rowsOf(page).filter(({ row }) => !row.includes('No test'))
    expect(tested.map(({ name }) => name).toSorted()).toEqual(Object.keys(testsOfRows).toSorted())
  })

  test.each(Object.entries(testsOfRows))('%s: the tests exist, with these titles', (_, tests) => {
    expect(tests).not.toEqual({})
    for (const [file, titles] of Object.entries(tests)) {
      const text = read(file).replaceAll("\\'", "'")
      for (const title of titles) expect(text).toContain(title)
    }
  })
})

/** Of tables whose rows begin with bold words. */
function rowsOf(page: string): { row: string; name: string }[] {
  return [...read(`docs/${page}.md`).matchAll(/^\| \*\*(.+?)\*\* \|.*$/gm)].map(([row, name = '']) => ({
    row,
    name,
  }))
}
