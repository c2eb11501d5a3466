import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { maxCells, maxFileBytes, maxRows } from '@catalog/contracts'
import { buildAdminPage } from '../deploy/local/admin-page.ts'
import { languages, messagesOf } from '../packages/admin-page/build/languages.ts'
import * as limits from '../packages/admin-page/src/api/limits.ts'

const budgetBytes = 250_000

const root = await buildAdminPage()
const namedIn = (html: string) =>
  [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name = '']) => name)

const read = (name: string) => readFileSync(join(root, name))
const assets = () => readdirSync(join(root, 'assets')).map((name) => `assets/${name}`)

/** The scripts with the texts of a language. */
const filesOf = (language: string) => {
  const { lead } = messagesOf(language).start
  return assets().filter((name) => name.endsWith('.js') && read(name).includes(lead))
}

describe('the built admin page', () => {
  test('has a file for each language, and a visit loads only its own', () => {
    const first = namedIn(read('index.html').toString())
    const files = languages.map(filesOf)
    expect(files).toEqual(languages.map(() => [expect.any(String)]))
    expect(new Set(files.flat()).size).toBe(languages.length)
    expect(first.filter((name) => files.flat().includes(name))).toEqual([])
  })

  test.each(['br', 'gz'])('is loaded for the first time within its budget, compressed as %s', (ending) => {
    const named = namedIn(read('index.html').toString())
    expect(named.filter((name) => /\.(js|css)$/.test(name)).length).toBeGreaterThanOrEqual(2)
    const sizeOf = (name: string) =>
      read(existsSync(join(root, `${name}.${ending}`)) ? `${name}.${ending}` : name).length
    const spoken = languages.map(filesOf).map(([name = '']) => sizeOf(name))
    expect(named.filter((name) => name.endsWith('.woff2'))).toHaveLength(1)
    const size = ['index.html', ...named].map(sizeOf).reduce((sum, one) => sum + one, Math.max(...spoken))
    expect(size).toBeLessThan(budgetBytes)
  })

  test('contains nothing that its content policy forbids', () => {
    const html = read('index.html').toString()
    expect(html).not.toMatch(/<style|style=|<script(?![^>]*src=)|\son[a-z]+=|https?:|javascript:|data:/)
    for (const name of assets().filter((asset) => asset.endsWith('.css'))) {
      expect(read(name).toString()).not.toMatch(/@import|url\((?!["']?\.\/)/)
    }
  })

  test('names each file by its content', () => {
    for (const name of assets()) expect(name).toMatch(/-[\w-]{8}\.\w+(\.\w+)?$/)
  })
})

test('the admin page shows the limits that the services enforce', () => {
  const { maxSplitBytes: _ours, ...theirs } = limits
  expect(theirs).toEqual({ maxCells, maxFileBytes, maxRows })
})
