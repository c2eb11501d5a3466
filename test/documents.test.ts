import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { canonicalColumnNames, codesOf, problemTexts } from '@catalog/catalog'
import { Dialect, catalogExports, images, imports, version } from '@catalog/contracts'
import { describe, expect, test } from '@jest/globals'
import { serviceNames } from '../deploy/local/services.ts'
import { endpoints } from '../services/gateway/src/api/index.ts'
import { messagesOf } from '../packages/admin-page/build/languages.ts'
import { drawChart } from './bench/draw-chart.ts'

const root = new URL('../', import.meta.url)
const settings = readFileSync(new URL('docs/settings.md', root), 'utf8')

describe('the documents', () => {
  test.each([...serviceNames])('have every setting of %s', async (name) => {
    const config = await readFile(new URL(`services/${name}/src/config.ts`, root), 'utf8')
    const names = [...config.matchAll(/^ {2,4}(CATALOG_[A-Z_]+):/gm)].map(([, setting]) => setting)
    expect(names.length).toBeGreaterThan(2)
    const rows = settings.split('\n').filter((line) => line.startsWith('- `CATALOG_'))
    for (const setting of names) expect(rows.filter((row) => row.includes(`\`${setting}\``))).toHaveLength(1)
  })

  test.each(['README.md', 'CONTRIBUTING.md'])('name only commands that exist: %s', (name) => {
    const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
    const page = readFileSync(new URL(name, root), 'utf8')
    const commands = [...page.matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
      ([, run, short]) => run ?? short,
    )
    expect(commands.length).toBeGreaterThan(3)
    for (const command of commands) expect(Object.keys(scripts)).toContain(command)
  })
})

describe('the page for merchants', () => {
  const page = readFileSync(new URL('MERCHANTS.md', root), 'utf8')

  function tableAfter(heading: string): Record<string, string> {
    const section = page.slice(page.indexOf(heading))
    const rows = section.split('\n\n').find((block) => block.includes('\n| ')) ?? ''
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
    const { rowErrors, rowWarnings, fileWarnings } = messagesOf('en')
    expect(tableAfter('## Errors of rows')).toEqual(described(rowErrors, problemTexts.rowErrorTexts))
    expect(tableAfter('## Warnings')).toEqual(described(rowWarnings, problemTexts.rowWarningTexts))
    expect(tableAfter('Of the whole file:')).toEqual(described(fileWarnings, problemTexts.fileWarningTexts))
  })

  test('has a section for each shop system whose files are read, as the format has', () => {
    const format = readFileSync(new URL('docs/csv-format.md', root), 'utf8')
    for (const name of Dialect.options) {
      // Merchants read our words for these two.
      if (name !== 'canonical' && name !== 'mapped') expect(page).toContain(`\`${name}\``)
      expect(format).toContain(`\n- \`${name}\`: `)
    }
  })
})

test('package.json, the command line, the chart and the services have one version, after the last in the changelog', () => {
  const [manifest = '', commandLine = '', chart = '', changelog = '', interfaces = ''] = [
    'package.json',
    'packages/cli/package.json',
    'helm/catalog/Chart.yaml',
    'CHANGELOG.md',
    'test/compatibility/released.json',
  ].map((file) => readFileSync(new URL(file, root), 'utf8'))
  expect(JSON.parse(manifest).version).toBe(version)
  expect(JSON.parse(commandLine).version).toBe(version)
  expect(/^version: (.*)$/m.exec(chart)?.[1]).toBe(version)
  expect(/^appVersion: (.*)$/m.exec(chart)?.[1]).toBe(version)
  const released = [...changelog.matchAll(/^## \[([^\]]+)\]/gm)].map(([, name]) => name)
  expect(released.slice(0, 2)).toEqual(['Unreleased', JSON.parse(interfaces).version])
})

describe('the design', () => {
  const design = readFileSync(new URL('docs/design.md', root), 'utf8')

  test('has every endpoint with its scope', () => {
    const rows = [...design.matchAll(/^- `((?:GET|POST|PATCH|DELETE) [^`]+)` \((?:`([^`]+)`|none)\): /gm)]
    expect(rows.map(([, name, scope]) => `${name} ${scope ?? 'none'}`).toSorted()).toEqual(
      endpoints
        .map(({ method, path, scope }) => `${method.toUpperCase()} ${path} ${scope ?? 'none'}`)
        .toSorted(),
    )
  })

  test('has every message with its kind', () => {
    const documented = [...design.matchAll(/^- `(catalog\.\w+\.)`: (.+)$/gm)].flatMap(
      ([, start, kinds = '']) =>
        [...kinds.matchAll(/(\w+) (`[^;]+)/g)].flatMap(([, kind, names = '']) =>
          [...names.matchAll(/`([a-z-]+)`/g)].map(([, name]) => `${start}${name} ${kind}`),
        ),
    )
    const contracts = [imports, catalogExports, images].flatMap((service) => Object.values(service))
    expect(documented.toSorted()).toEqual(
      contracts.map(({ subject, kind }) => `${subject} ${kind}`).toSorted(),
    )
  })
})

/** A title and the general sentence, by code. */
function described(
  titles: Record<string, string>,
  sentences: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(codesOf(sentences).map((code) => [code, `${titles[code]}. ${sentences[code]}`]))
}

test('the guide for contributors names files that exist', () => {
  const short = [
    ['import:', 'services/import-service/src/'],
    ['dialects:', 'packages/dialects/src/'],
    ['reading:', 'packages/reading/src/'],
    ['preview:', 'packages/preview/src/'],
    ['gateway:', 'services/gateway/src/'],
    ['page:', 'packages/admin-page/src/'],
  ] as const
  const guide = readFileSync(new URL('CONTRIBUTING.md', root), 'utf8')
  const paths = [...guide.matchAll(/`([\w.{},/:-]+\/[\w.{},/-]*)`/g)].flatMap(([, name = '']) => {
    const whole = short.reduce((path, [prefix, folder]) => path.replace(prefix, folder), name)
    const [start = '', names = '', end = ''] = whole.split(/[{}]/)
    return names.split(',').map((one) => start + one + end)
  })
  expect(paths.length).toBeGreaterThan(40)
  expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})

test('sections of documents that the code cites exist', () => {
  const citations = execFileSync('git', ['grep', '-hoE', '[a-z-]+\\.md §[0-9]+(\\.[0-9]+)?', '--', '*.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  const cited = [...new Set(citations.trim().split('\n'))]
  expect(cited.length).toBeGreaterThan(5)
  expect(cited.filter((citation) => !hasSection(citation))).toEqual([])
})

/** `csv-format.md §3.1` is the first item of the section `## 3. …` of docs/csv-format.md. */
function hasSection(citation: string): boolean {
  const [, name, section, point] = /^(.+) §(\d+)(?:\.(\d+))?$/.exec(citation) ?? []
  const document = new URL(`docs/${name}`, root)
  if (!existsSync(document)) return false
  const sections = readFileSync(document, 'utf8').split(/^## /m)
  const text = sections.find((part) => part.startsWith(`${section}. `))
  return text !== undefined && (point === undefined || text.includes(`\n${point}. `))
}

test('the chart of the benchmarks matches their table (node test/bench/draw-chart.ts)', () => {
  const [table = '', chart] = ['performance.md', 'performance.svg'].map((name) =>
    readFileSync(new URL(`docs/${name}`, root), 'utf8'),
  )
  expect(chart).toBe(drawChart(table))
})

describe('every document', () => {
  const names = execFileSync('git', ['ls-files', '-z', '*.md'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((name) => name !== '')

  test('exists', () => {
    expect(names).toEqual(expect.arrayContaining(['README.md', 'docs/adr/README.md']))
  })

  test.each(names)('%s links to files and headings that exist, all of them in the repository', (name) => {
    const url = new URL(name, root)
    const text = withoutCode(readFileSync(url, 'utf8'))
    const links = [...text.matchAll(/\]\(<?([^)\s>]+)>?[^)]*\)|\b(?:src|srcset|href)="([^"]+)"/g)].map(
      ([, link, attribute]) => link ?? attribute ?? '',
    )
    expect(links.filter((link) => !/^(?:https?|mailto):/.test(link) && !resolves(link, url))).toEqual([])
  })

  test.each(names)('%s names no place outside of the repository', (name) => {
    const url = new URL(name, root)
    const text = readFileSync(url, 'utf8')
    const paths = [...text.matchAll(/(?<![\w./])\.\.\/[\w./-]+/g)].map(([path]) => path.replace(/[.,]+$/, ''))
    expect(paths.filter((path) => !resolves(path, url))).toEqual([])
    // Absolute paths of somebody's machine.
    expect(text).not.toMatch(/(?<![\w./-])(?:~|\/(?:home|root|Users|work))\/|\bfile:\/\//)
  })

  function resolves(link: string, from: URL): boolean {
    const target = new URL(link, from)
    const anchor = decodeURIComponent(target.hash.slice(1))
    target.hash = ''
    if (!target.href.startsWith(root.href) || !existsSync(target)) return false
    return anchor === '' || anchorsOf(fileURLToPath(target)).has(anchor)
  }
})

/** As GitHub makes them: lower case, punctuation dropped, spaces to hyphens, repeats numbered. */
function anchorsOf(path: string): Set<string> {
  const text = withoutCode(readFileSync(path, 'utf8'))
  const counts = new Map<string, number>()
  const anchors = new Set<string>()
  for (const [, heading = ''] of text.matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const shown = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = shown.replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '').replaceAll(' ', '-')
    const count = counts.get(anchor) ?? 0
    counts.set(anchor, count + 1)
    anchors.add(count === 0 ? anchor : `${anchor}-${count}`)
  }
  return anchors
}

/** Without code blocks, whose content is neither a heading nor a link. */
function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^ *(```|~~~)[\s\S]*?^ *\1/gm, '')
}
