import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { maxFileBytes, maxRows } from '@catalog/contracts'
import { buildAdminPage } from '../deploy/local/admin-page.ts'
import * as limits from '../packages/admin-page/src/api/limits.ts'

const budgetBytes = 250_000

describe('the built admin page', () => {
  let root: string
  beforeAll(async () => {
    root = await buildAdminPage()
  }, 120_000)
  const read = (name: string) => readFileSync(join(root, name))
  const assets = () => readdirSync(join(root, 'assets')).map((name) => `assets/${name}`)

  test.each(['br', 'gz'])('is loaded for the first time within its budget, compressed as %s', (ending) => {
    const html = read('index.html').toString()
    const named = [...html.matchAll(/(?:src|href)="\/admin\/([^"]+)"/g)].map(([, name = '']) => name)
    expect(named.filter((name) => /\.(js|css)$/.test(name)).length).toBeGreaterThanOrEqual(2)
    // The font is fetched as soon as there is text.
    const first = ['index.html', ...named, ...assets().filter((name) => name.endsWith('.woff2'))]
    const sizes = first.map(
      (name) => read(existsSync(join(root, `${name}.${ending}`)) ? `${name}.${ending}` : name).length,
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(budgetBytes)
  })

  test('holds nothing that its content policy forbids', () => {
    const html = read('index.html').toString()
    expect(html).not.toMatch(/<style|style=|<script(?![^>]*src=)|\son[a-z]+=|https?:|javascript:|data:/)
    for (const name of assets().filter((asset) => asset.endsWith('.css'))) {
      expect(read(name).toString()).not.toMatch(/@import|url\((?!["']?\/admin\/assets\/)/)
    }
  })

  test('names each file by its content', () => {
    for (const name of assets()) expect(name).toMatch(/-[\w-]{8}\.\w+(\.\w+)?$/)
  })
})

test('the admin page says the limits that the services hold', () => {
  expect({ ...limits }).toEqual({ maxFileBytes, maxRows })
})
