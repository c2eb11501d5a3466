import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { runQuietly } from '../deploy/local/commands.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = 'docs/requirements.md'
const rows = rowsOf(page).filter((line) => line.includes(']('))
const id = /\b(INV|PUC|TEL|ALR|RB)-[0-9]+\b/g

describe('the page of requirements', () => {
  test('has every id that occurs in the repository, once', async () => {
    const named = await runQuietly('git', ['-C', root, 'grep', '-hoE', id.source, '--', `:!${page}`])
    const listed = rows.flatMap((row) => /^\| ([A-Z]+-\d+) +\|/.exec(row)?.[1] ?? [])
    expect(listed).toEqual([...new Set(listed)])
    expect(listed.toSorted()).toEqual([...new Set(named.match(id))].sort())
  })

  test.each<[string | undefined, string]>(rows.map((row) => [row.split('|')[1]?.trim(), row]))(
    '%s: the files that it names exist, and the tests have these titles',
    (_, row) => {
      expect(countTrueLinks(row)).toBeGreaterThan(1)
    },
  )
})

describe('the threat model', () => {
  const lines = rowsOf('docs/threat-model.md').filter((line) => line.split('|').length === 5)
  const threats = lines.filter((line) => !line.startsWith('| Tries to '))

  test('has a row for each attack', () => {
    expect(threats.length).toBeGreaterThan(30)
  })

  test.each<[string | undefined, string]>(threats.map((row) => [row.split('|')[1]?.trim(), row]))(
    '%s: there are tests, or it says that there is none',
    (_, row) => {
      expect(countTrueLinks(row) > 0 || row.includes('No test')).toBe(true)
    },
  )
})

function rowsOf(document: string): string[] {
  const lines = readFileSync(join(root, document), 'utf8').split('\n')
  return lines.filter((line) => line.startsWith('| ') && !line.startsWith('| --'))
}

/**
 * Checks the links of a row and returns their number: each leads to a file, which contains the title after the link.
 */
function countTrueLinks(row: string): number {
  const links = [...row.matchAll(/\]\(([^)]+)\)(?:: ([^|<]+))?/g)]
  for (const [, link = '', title] of links) {
    const file = join(root, 'docs', link.split('#')[0] ?? '')
    expect([link, existsSync(file)]).toEqual([link, true])
    if (title !== undefined) expect(readFileSync(file, 'utf8').replaceAll("\\'", "'")).toContain(title.trim())
  }
  return links.length
}
