import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { runQuietly } from '../deploy/local/commands.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = 'docs/requirements.md'
const rows = readFileSync(join(root, page), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| --') && line.includes(']('))
const id = /\b(INV|PUC|TEL|ALR|RB)-[0-9]+\b/g

describe('the page of requirements', () => {
  test('has every id that the repository names, once', async () => {
    const named = await runQuietly('git', ['-C', root, 'grep', '-hoE', id.source, '--', `:!${page}`])
    const listed = rows.flatMap((row) => /^\| ([A-Z]+-\d+) +\|/.exec(row)?.[1] ?? [])
    expect(listed).toEqual([...new Set(listed)])
    expect(listed.toSorted()).toEqual([...new Set(named.match(id))].sort())
  })

  test.each<[string | undefined, string]>(rows.map((row) => [row.split('|')[1]?.trim(), row]))(
    '%s: the files that it names exist, and the tests have these titles',
    (_, row) => {
      const links = [...row.matchAll(/\]\(([^)]+)\)(?:: ([^|<]+))?/g)]
      expect(links.length).toBeGreaterThan(1)
      for (const [, link = '', title] of links) {
        const file = join(root, dirname(page), link)
        expect([link, existsSync(file)]).toEqual([link, true])
        if (title !== undefined)
          expect(readFileSync(file, 'utf8').replaceAll("\\'", "'")).toContain(title.trim())
      }
    },
  )
})
