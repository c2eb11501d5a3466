import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { canonicalColumnNames, fileWarningTable, rowErrorTable, rowWarningTable } from '@catalog/catalog'
import { Dialect, version } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import { serviceNames } from '../deploy/local/services.ts'

const root = new URL('../', import.meta.url)
const readme = readFileSync(new URL('README.md', root), 'utf8')

describe('the README', () => {
  test.each([...serviceNames])('has every setting of %s', async (name) => {
    const config = await readFile(new URL(`services/${name}/src/config.ts`, root), 'utf8')
    const settings = [...config.matchAll(/^ {2,4}(CATALOG_[A-Z_]+):/gm)].map(([, setting]) => setting)
    expect(settings.length).toBeGreaterThan(2)
    const rows = readme.split('\n').filter((line) => line.startsWith('| `CATALOG_'))
    for (const setting of settings)
      expect(rows.filter((row) => row.includes(`\`${setting}\``))).toHaveLength(1)
  })

  test('names only commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
    const commands = [...readme.matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
      ([, run, short]) => run ?? short,
    )
    expect(commands.length).toBeGreaterThan(10)
    for (const command of commands) expect(Object.keys(scripts)).toContain(command)
  })
})

describe('the page for merchants', () => {
  const page = readFileSync(new URL('MERCHANTS.md', root), 'utf8')

  function tableAfter(heading: string): Record<string, string> {
    const section = page.slice(page.indexOf(heading))
    const rows = section.split('\n\n').find((block) => block.startsWith('|')) ?? ''
    return Object.fromEntries(
      [...rows.matchAll(/^\|\s*`([^`]+)`\s*\|(.*?)\s*\|/gm)].map(([, name = '', text = '']) => [
        name,
        text.trim(),
      ]),
    )
  }

  test('has every column of the canonical file, in its order', () => {
    expect(Object.keys(tableAfter('## Columns'))).toEqual([...canonicalColumnNames, 'metadata.<key>'])
  })

  test('has every code of rows and files, with what it means', () => {
    expect(tableAfter('## Errors of rows')).toEqual(rowErrorTable)
    expect(tableAfter('## Warnings')).toEqual(rowWarningTable)
    expect(tableAfter('Of the whole file:')).toEqual(fileWarningTable)
  })

  test('has a section for each shop system whose files are read', () => {
    for (const name of Dialect.options) expect(page).toContain(`\`${name}\``)
  })
})

test('package.json, the chart and the services have one version, and the changelog begins with it', () => {
  const read = (file: string) => readFileSync(new URL(file, root), 'utf8')
  const chart = read('helm/catalog/Chart.yaml')
  expect(JSON.parse(read('package.json')).version).toBe(version)
  expect(/^version: (.*)$/m.exec(chart)?.[1]).toBe(version)
  expect(/^appVersion: (.*)$/m.exec(chart)?.[1]).toBe(version)
  const released = [...read('CHANGELOG.md').matchAll(/^## \[([^\]]+)\]/gm)].map(([, name]) => name)
  expect(released.slice(0, 2)).toEqual(['Unreleased', version])
})
