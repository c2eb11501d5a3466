import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { runQuietly } from '../deploy/local/commands.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = 'docs/requirements.md'
const rules = itemsOf(page)
const id = /\b(INV|PUC|TEL|ALR|RB)-[0-9]+\b/g

describe('the page of requirements', () => {
  test('has every id that occurs in the repository, once', async () => {
    const named = await runQuietly('git', ['-C', root, 'grep', '-hoE', id.source, '--', `:!${page}`])
    const listed = rules.map(titleOf).filter((title) => /^[A-Z]+-\d+$/.test(title))
    expect(listed).toEqual([...new Set(listed)])
    expect(listed.toSorted()).toEqual([...new Set(named.match(id))].sort())
  })

  test.each(rules.map((rule) => [titleOf(rule), rule]))(
    '%s: the files that it names exist, and the tests have these titles',
    (_, rule) => {
      expect(countTrueLinks(rule)).toBeGreaterThan(1)
    },
  )
})

describe('the threat model', () => {
  const threats = itemsOf('docs/threat-model.md')

  test('has an item for each attack', () => {
    expect(threats.length).toBeGreaterThan(30)
  })

  test.each(threats.map((threat) => [titleOf(threat), threat]))(
    '%s: there are tests, or it says that there is none',
    (_, threat) => {
      expect(countTrueLinks(threat) > 0 || threat.includes('No test')).toBe(true)
    },
  )
})

/** The items of lists that begin with bold words, each with its nested list. */
function itemsOf(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8')
  return [...text.matchAll(/^- \*\*.*(?:\n {2,}.*)*/gm)].map(([item]) => item)
}

function titleOf(item: string): string {
  return /\*\*(.+?)\*\*/.exec(item)?.[1] ?? ''
}

/**
 * Checks the links of an item and returns their number: each leads to a file, which contains the titles after the link.
 */
function countTrueLinks(item: string): number {
  const links = [...item.matchAll(/\]\(([^)]+)\)(?:: (.+))?/g)]
  for (const [, link = '', titles] of links) {
    const file = join(root, 'docs', link.split('#')[0] ?? '')
    expect([link, existsSync(file)]).toEqual([link, true])
    for (const title of titles?.split(' · ') ?? [])
      expect(readFileSync(file, 'utf8').replaceAll("\\'", "'")).toContain(title)
  }
  return links.length
}
