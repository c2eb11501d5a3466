import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import {
  chmod,
  mkdir,
  mkdtemp,
  mkdtempDisposable,
  readdir,
  readFile,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { maxFileBytes, maxRows } from '@catalog/contracts'
import type { RunSummary } from '@catalog/contracts'
import { beforeAll, describe, expect, test } from '@jest/globals'
import * as limits from '../packages/cli/src/limits.ts'
import { csvOf } from './support/canonical-file.ts'
import { disposeAfterAll } from './support/dispose-after-all.ts'
import { startFaultyProxy } from './support/faulty-proxy.ts'
import { listen } from './support/listen.ts'
import { startSystem } from './support/system.ts'
import { waitFor } from './support/wait-for.ts'

/** The command line, installed from the file that `npm pack` makes, against a whole system. */

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))

const undo = disposeAfterAll()
const starting = startSystem()
const { path: folder } = undo.use(await mkdtempDisposable(join(tmpdir(), 'catalog-cli-')))
await install(folder)
const system = undo.use(await starting)
const proxy = undo.use(await startFaultyProxy(system.baseUrl))

/** As npm installs it, with the libraries that it declares from here instead of a registry. */
async function install(at: string): Promise<void> {
  const workspace = fileURLToPath(new URL('../packages/cli/', import.meta.url))
  await run('npm', ['pack', workspace, '--pack-destination', at, '--silent'])
  const tarball = (await readdir(at)).find((name) => name.endsWith('.tgz')) ?? ''
  const modules = join(at, 'node_modules')
  const installed = join(modules, 'catalogctl')
  await mkdir(installed, { recursive: true })
  await mkdir(join(modules, '.bin'))
  await run('tar', ['-xzf', join(at, tarball), '-C', installed, '--strip-components=1'])
  const { bin, dependencies }: Packed = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  const program = join(installed, bin.catalogctl)
  await chmod(program, 0o755)
  await symlink(program, join(modules, '.bin', 'catalogctl'))
  for (const name of Object.keys(dependencies)) {
    const places = [workspace, root].map((place) => join(place, 'node_modules', name))
    await symlink(places.find((place) => existsSync(place)) ?? '', join(modules, name))
  }
}

interface Packed {
  bin: { catalogctl: string }
  dependencies: Record<string, string>
}

interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** Runs it without a terminal to ask on. */
async function catalog(
  storefront: string,
  args: string[],
  {
    cwd = folder,
    env = {},
    signal,
  }: { cwd?: string; env?: Record<string, string>; /** Interrupts it. */ signal?: AbortSignal } = {},
): Promise<Ended> {
  const settings = { CATALOG_URL: proxy.url, CATALOG_TOKEN: system.token(storefront) }
  return new Promise((resolve) => {
    const child = execFile(
      join(folder, 'node_modules', '.bin', 'catalogctl'),
      args,
      { cwd, env: { PATH: process.env['PATH'], ...settings, ...env }, signal, killSignal: 'SIGINT' },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}

/** A script in a folder of its own, with the command on the path. */
async function inBash(
  storefront: string,
  script: string,
  files: Record<string, string> = {},
  shell = 'bash',
): Promise<Ended> {
  const cwd = await mkdtemp(join(folder, 'script-'))
  for (const [name, content] of Object.entries(files)) await writeFile(join(cwd, name), content)
  const env = {
    PATH: `${join(folder, 'node_modules', '.bin')}:${process.env['PATH']}`,
    HOME: cwd,
    CATALOG_URL: proxy.url,
    CATALOG_TOKEN: system.token(storefront),
  }
  return new Promise((resolve) => {
    const child = execFile(
      shell,
      [...(shell === 'bash' ? ['-eo', 'pipefail'] : []), '-c', script],
      { cwd, env },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}

const shirts = (...prices: string[]) =>
  csvOf(prices.map((price, index) => ({ handle: `shirt-${index}`, title: 'Shirt', variant_price: price })))

async function fileWith(name: string, text: string): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, text)
  return file
}

async function runsOf(storefront: string): Promise<RunSummary[]> {
  const { runs } = await system.json<{ runs: RunSummary[] }>('/api/products/imports/runs', { storefront })
  return runs
}

test('a shop keeps its catalog in git: edits are shown, applied once, and undone to the byte', async () => {
  const storefront = 'in-git'
  const draft = await system.upload(shirts('25', '19.90', '7'), { storefront })
  await system.confirm(draft.draft_id, { storefront })
  const shop = join(folder, 'shop')
  await mkdir(shop)
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=Shop', '-c', 'user.email=shop@example.com', ...args], { cwd: shop })
  const inShop = (...args: string[]) => catalog(storefront, args, { cwd: shop })
  const exported = () => inShop('export', '--out', 'catalog.csv')
  const imported = (...options: string[]) => inShop('import', 'catalog.csv', ...options)

  await git('init', '--quiet')
  expect(await exported()).toMatchObject({ code: 0 })
  await git('add', 'catalog.csv')
  await git('commit', '--quiet', '--message', 'The catalog')
  expect(await imported('--dry-run')).toMatchObject({ code: 0 })

  const file = join(shop, 'catalog.csv')
  const committed = await readFile(file, 'utf8')
  await writeFile(file, committed.replace('19.90', '21.00'))
  const looked = await imported('--dry-run', '--json', '--detailed-exit-code')
  expect(looked).toMatchObject({ code: 10 })
  expect(JSON.parse(looked.stdout)).toMatchObject({
    applied: false,
    draft: { file_name: 'catalog.csv', preview: { updates: 1, unchanged: 2 } },
    run: null,
  })
  expect(await runsOf(storefront)).toHaveLength(1)

  const applied = await imported('--yes', '--json')
  expect(applied).toMatchObject({ code: 0 })
  const { run: created } = JSON.parse(applied.stdout)
  expect(created).toMatchObject({ updated: 1, file_name: 'catalog.csv' })
  expect(await imported('--yes')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('nothing to change'),
  })
  expect(await runsOf(storefront)).toHaveLength(2)

  expect((await inShop('runs', '--limit', '1')).stdout).toContain(created.run_id)
  expect(await inShop('undo', created.run_id, '--dry-run')).toMatchObject({ code: 0 })
  expect(await inShop('undo', created.run_id, '--yes')).toMatchObject({ code: 0 })
  expect(await inShop('undo', created.run_id, '--yes')).toMatchObject({ code: 0 })
  expect(await exported()).toMatchObject({ code: 0 })
  expect(await readFile(file, 'utf8')).toBe(committed)
  await git('diff', '--exit-code')
  // Nothing else remains: no open draft, and no file.
  expect(await system.json('/api/products/imports', { storefront })).toMatchObject({ drafts: [] })
  expect((await git('status', '--porcelain')).stdout).toBe('')
})

test('the pipeline of the documents runs as a script that stops at any failure', async () => {
  const guide = await readFile(new URL('../packages/cli/README.md', import.meta.url), 'utf8')
  const commands = /^A catalog in git.*?```sh\n(.*?)```/ms.exec(guide)?.[1] ?? ''
  expect(commands).toContain('catalogctl import catalog.csv --yes')
  const draft = await system.upload(shirts('25'), { storefront: 'piped' })
  await system.confirm(draft.draft_id, { storefront: 'piped' })
  const script = commands.replace('\n', '\nsed -i s/25/26/ catalog.csv\n')
  const ended = await inBash('piped', script)
  expect(ended).toMatchObject({ code: 0, stderr: expect.not.stringMatching(/error/i) })
  expect(await runsOf('piped')).toHaveLength(3)
})

test('a draft is left to a person who reviews it: when proposed, and when it has a risk', async () => {
  const storefront = 'proposals'
  const imports = (...args: string[]) => catalog(storefront, ['import', ...args, '--json'])
  const file = await fileWith('proposed.csv', shirts('25', '30'))
  const proposed = await imports(file, '--propose')
  expect(proposed).toMatchObject({ code: 0 })
  const { draft } = JSON.parse(proposed.stdout)
  expect(await runsOf(storefront)).toEqual([])
  expect((await catalog(storefront, ['drafts'])).stdout).toContain(draft.draft_id)
  expect(await catalog(storefront, ['confirm', draft.draft_id, '--dry-run'])).toMatchObject({ code: 0 })
  expect(await catalog(storefront, ['confirm', draft.draft_id, '--yes'])).toMatchObject({ code: 0 })
  expect(await runsOf(storefront)).toHaveLength(1)

  const cheap = await fileWith('cheap.csv', shirts('25', '3'))
  expect(await imports(cheap, '--yes', '--fail-on', 'sold_out,price_falls', '--dry-run')).toMatchObject({
    code: 3,
  })
  const risky = await imports(cheap, '--yes', '--fail-on', 'sold_out,price_falls')
  expect(risky).toMatchObject({ code: 3 })
  const left = JSON.parse(risky.stdout)
  expect(left).toMatchObject({ applied: false, risks: ['price_falls'] })
  expect(await runsOf(storefront)).toHaveLength(1)
  expect(await system.json('/api/products/imports', { storefront })).toMatchObject({
    drafts: [{ draft_id: left.draft.draft_id }],
  })
  expect(await catalog(storefront, ['cancel', left.draft.draft_id])).toMatchObject({ code: 0 })
  expect(await imports(cheap, '--yes', '--fail-on', 'leaves_shop')).toMatchObject({ code: 0 })
})

test('stock is adjusted by a number or to one, and once for a key', async () => {
  const storefront = 'stocked'
  const lines = [
    { handle: 'mug', title: 'Mug', variant_sku: 'M-1', variant_price: '9', variant_inventory_quantity: '5' },
  ]
  expect(
    await catalog(storefront, ['import', await fileWith('mug.csv', csvOf(lines)), '--yes']),
  ).toMatchObject({
    code: 0,
  })
  const stock = (...args: string[]) => catalog(storefront, ['stock', ...args])
  const sold = { code: 0, stdout: '-1 of M-1 (mug)\n' }
  expect(await stock('M-1', '--by', '-6', '--key', 'order-1')).toMatchObject(sold)
  expect(await stock('M-1', '--by', '-6', '--key', 'order-1')).toMatchObject(sold)
  expect(JSON.parse((await stock('M-1', '--to', '12', '--json')).stdout)).toEqual({
    catalog_version: 3,
    variants: [{ sku: 'M-1', handle: 'mug', inventory_quantity: 12 }],
  })
  expect(await stock('M-2', '--to', '12')).toMatchObject({ code: 3, stderr: expect.stringContaining('M-2') })
  expect(await stock('M-1')).toMatchObject({ code: 2 })
  expect(await stock('M-1', '--by', 'some')).toMatchObject({ code: 2 })
})

test('a choice leaves products and fields as they are; absent products and the summary can be read', async () => {
  const storefront = 'choices'
  const imports = (file: string, ...args: string[]) => catalog(storefront, ['import', file, '--yes', ...args])
  const first = csvOf(
    ['25', '30'].map((price, index) => ({
      handle: `shirt-${index}`,
      title: 'Shirt',
      status: 'active',
      variant_price: price,
    })),
  )
  expect(await imports(await fileWith('first.csv', first))).toMatchObject({ code: 0 })
  const renamed = shirts('26', '31', '40').replaceAll('Shirt', 'Coat')
  const file = await fileWith('second.csv', renamed)
  expect(await imports(file, '--only', 'existing', '--without-fields', 'title')).toMatchObject({ code: 0 })
  const exported = (await catalog(storefront, ['export'])).stdout
  expect(exported).toMatch(/26\.00/)
  expect(exported).not.toMatch(/Coat|40/)
  const summary = await catalog(storefront, ['summary', '--json'])
  expect(JSON.parse(summary.stdout)).toMatchObject({ product_count: 2 })
  const listed = await catalog(storefront, ['products', '--handle', 'shirt-1', '--handle', 'none', '--json'])
  expect(JSON.parse(listed.stdout)).toMatchObject({
    catalog_version: 2,
    products: [{ handle: 'shirt-1', variants: [{ price: '31.00' }] }],
  })
  expect((await catalog(storefront, ['products', '--limit', '1'])).stdout).toMatch(
    /^shirt-0 {2}active {2}Shirt/,
  )
  expect((await catalog(storefront, ['products', '--changed-after', '2'])).stdout).toBe(
    'There is no such product.\n',
  )
  const proposed = await catalog(storefront, [
    'import',
    await fileWith('one.csv', shirts('27')),
    '--propose',
    '--json',
  ])
  const { draft } = JSON.parse(proposed.stdout)
  expect((await catalog(storefront, ['absent', draft.draft_id])).stdout).toMatch(
    /^\ufeffhandle,title,status\s+shirt-1,Shirt,archived\s+$/,
  )
  expect((await catalog(storefront, ['mappings'])).stdout).toBe('No mapping is remembered.\n')
})

test('a file comes from standard input, or from a URL whose host may be asked', async () => {
  const content = shirts('25', '30')
  const piped = await inBash('sources', 'cat first.csv | catalogctl import - --yes', { 'first.csv': content })
  expect(piped).toMatchObject({ code: 0, stdout: expect.stringContaining('2 rows added') })
  await using host = await listen(
    createServer((request, response) => {
      if (request.url === '/feed.csv') response.end(content)
      else if (request.url === '/away')
        response.writeHead(302, { Location: 'https://127.0.0.1/feed.csv' }).end()
      else response.writeHead(404).end()
    }),
  )
  const imported = (path: string, allowed = host.host) =>
    catalog('sources', ['import', `http://${host.host}${path}`, '--yes'], {
      env: { CATALOG_ALLOWED_HOSTS: allowed },
    })
  expect(await imported('/feed.csv')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^feed\.csv/) })
  expect(await imported('/missing.csv')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('status 404'),
  })
  expect(await imported('/away')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('public internet'),
  })
  expect(await imported('/feed.csv', '')).toMatchObject({ code: 1 })
})

describe.each(['bash', 'zsh', 'fish'])('completion for %s', (shell) => {
  const isThere = spawnSync(shell, ['-c', 'true']).error === undefined
  const complete: Record<string, (line: string) => string> = {
    bash: (line) =>
      `eval "$(catalogctl completion bash)"; COMP_WORDS=(${line} ''); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _catalogctl; printf '%s\\n' "\${COMPREPLY[@]}"`,
    zsh: (line) =>
      `autoload -Uz compinit; compinit -D -u; eval "$(catalogctl completion zsh)"; compadd() { print -l -- "\${(@Q)\${(@)argv:#-*}}" \${(P)argv[-1]} }; _describe() { print -l -- \${(P)2} }; _arguments() { print -l -- "$@" }; words=(${line} ''); CURRENT=$#words; _catalogctl`,
    fish: (line) => `catalogctl completion fish | source; complete -C '${line} '`,
  }
  const lines = async (line: string) => {
    const script = complete[shell]?.(line) ?? ''
    return (await inBash('usage', script, {}, shell)).stdout
  }

  const testIfThere = isThere ? test : test.skip
  testIfThere('names commands, options and values', async () => {
    expect(await lines('catalogctl')).toMatch(/^import\b/m)
    expect(await lines('catalogctl completion')).toContain('zsh')
    expect(await lines('catalogctl export --format')).toMatch(/zip/)
  })
})

test('rows with errors are named by row and column, and nothing is applied without an option that allows it', async () => {
  const file = await fileWith('prices.csv', shirts('25', 'free', '7'))
  const refused = await catalog('errors', ['import', file, '--yes'])
  expect(refused).toMatchObject({
    code: 3,
    stdout: expect.stringMatching(/^Error in row 3, variant_price “free”: Write digits only/m),
  })
  expect(await runsOf('errors')).toEqual([])
  const skipped = await catalog('errors', ['import', file, '--yes', '--skip-errors', '--json'])
  expect(skipped.code).toBe(3)
  expect(JSON.parse(skipped.stdout)).toMatchObject({
    applied: true,
    errors: [{ row: 3, column: 'variant_price', code: 'invalid_number' }],
    run: { added: 2, errored: 1 },
  })
})

test('a price list with other columns is imported with the mapping that a refusal suggests, which is remembered', async () => {
  const storefront = 'price-list'
  const draft = await system.upload(
    csvOf([{ handle: 'cup', title: 'Cup', variant_sku: '4711', variant_price: '5' }]),
    { storefront },
  )
  await system.confirm(draft.draft_id, { storefront })
  const file = await fileWith('prices.txt', 'Artikelnr;Bezeichnung;Preis\r\n4711;Cup;7,50\r\n')
  const refused = await catalog(storefront, ['import', file, '--yes'])
  expect(refused.code).toBe(3)
  const suggestion = refused.stderr.split('\n').find((line) => line.startsWith('{')) ?? ''
  expect(JSON.parse(suggestion)).toEqual({
    columns: { Artikelnr: 'variant_sku', Bezeichnung: 'title', Preis: 'variant_price' },
    identity: 'variant_sku',
  })

  const mapping = JSON.stringify({ ...JSON.parse(suggestion), remember: true })
  const mapped = ['--mapping', await fileWith('mapping.json', mapping)]
  expect(await catalog(storefront, ['import', file, ...mapped, '--dry-run'])).toMatchObject({ code: 0 })
  expect(await catalog(storefront, ['import', file, '--yes'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Columns, as remembered: “Artikelnr” is variant_sku, '),
  })
  expect((await catalog(storefront, ['export'])).stdout).toContain(',4711,,7.50,')
})

describe('a lost connection', () => {
  test('in an upload or a confirm is one import, however often the answer is lost', async () => {
    const file = await fileWith('lost.csv', shirts('25'))
    const before = proxy.requests.length
    // The upload twice, and the confirm.
    proxy.fail('lost-answer', 'aborted-upload', null, 'closed', 'lost-answer', { status: 503 })
    const imported = await catalog('lost', ['import', file, '--yes'])
    expect(imported).toMatchObject({ code: 0 })
    expect(imported.stderr).toMatch(/Trying again in 1 s/)
    const posts = proxy.requests.slice(before).filter(({ method }) => method === 'POST')
    expect(posts).toHaveLength(7)
    expect(await runsOf('lost')).toHaveLength(1)
    expect(await system.json('/api/products/imports', { storefront: 'lost' })).toMatchObject({ drafts: [] })
  })

  test('in an export leaves no partial file', async () => {
    const draft = await system.upload(shirts('25', '26'), { storefront: 'cut' })
    await system.confirm(draft.draft_id, { storefront: 'cut' })
    proxy.fail('aborted-body')
    const out = join(folder, 'cut.csv')
    expect(await catalog('cut', ['export', '--out', out])).toMatchObject({ code: 0 })
    const whole = await system.request('/api/products/export', { storefront: 'cut' })
    expect(await readFile(out)).toEqual(Buffer.from(await whole.arrayBuffer()))
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
    expect((await catalog('cut', ['export'])).stdout).toBe(await readFile(out, 'utf8'))
  })
})

test('a workbook is split into files that each are imported', async () => {
  await catalog('workbook', ['import', await fileWith('workbook.csv', shirts('25')), '--yes'])
  await catalog('workbook', ['export', '--format', 'xlsx', '--out', 'book.xlsx'])
  const split = await catalog('workbook', ['split', 'book.xlsx', '--out-dir', 'book'])
  expect(split).toMatchObject({ code: 0, stderr: '' })
  const [, file = ''] = /^(\S+\.csv): /.exec(split.stdout) ?? []
  expect(await catalog('workbook', ['import', file, '--dry-run'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('0 to add, 0 to update'),
  })
})

test('a file with more rows than an import allows is split into files that each are imported', async () => {
  const rows = Array.from({ length: maxRows + 2 }, (_, index) => ({
    handle: `product-${Math.floor(index / 2)}`,
    title: index % 2 === 0 ? 'Product' : '',
    option1_name: index % 2 === 0 ? 'Size' : '',
    option1_value: index % 2 === 0 ? 'S' : 'M',
    variant_price: '25',
  }))
  const file = await fileWith('large.csv', csvOf(rows))
  expect(await catalog('large', ['import', file, '--yes'])).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/5,000/),
  })
  const split = await catalog('large', ['split', file, '--out-dir', 'parts', '--json'])
  expect(split).toMatchObject({ code: 0, stderr: '' })
  const { parts } = JSON.parse(split.stdout)
  expect(parts).toMatchObject([
    { file: join('parts', 'large-part-001.csv'), rows: maxRows, first_row: 2, apart: [] },
    { file: join('parts', 'large-part-002.csv'), rows: 2, apart: [] },
  ])
  const [one, two] = [join('parts', 'large-part-001.csv'), join('parts', 'large-part-002.csv')]
  const wrong = await fileWith('wrong.csv', shirts('free'))
  const stopped = await catalog('large', ['import', two, wrong, one, '--yes'])
  expect(stopped).toMatchObject({
    code: 3,
    stdout: expect.stringMatching(/^Stopped at .*wrong.csv, file 2 of 3/m),
  })
  expect(await runsOf('large')).toHaveLength(1)
  expect(await system.json('/api/products/imports', { storefront: 'large' })).toMatchObject({ drafts: [] })
  const applied = await catalog('large', ['import', one, two, '--yes', '--json'])
  expect(applied.code).toBe(0)
  expect(JSON.parse(applied.stdout)).toMatchObject({
    imports: [
      { file: one, applied: true, run: { added: maxRows } },
      { file: two, applied: false, draft: { preview: { unchanged: 2 } } },
    ],
  })
  expect(await system.json('/api/products/summary', { storefront: 'large' })).toMatchObject({
    product_count: maxRows / 2 + 1,
    variant_count: maxRows + 2,
  })
  // Parts of an earlier, longer file would be imported with these.
  expect(await catalog('large', ['split', file, '--out-dir', 'parts'])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/large-part-00[12]\.csv is there already/),
  })
})

describe('several files', () => {
  test('have the effect of one after the other, where a later one needs or changes what an earlier one adds', async () => {
    const header = 'Artikelnr;Bezeichnung;Preis\r\n'
    const files = [
      await fileWith('new.csv', `${header}4711;Cup;7,50\r\n4712;Mug;8\r\n`),
      // Without the first file, its first row has an error, and its second one adds a product.
      await fileWith('prices.csv', `${header}4711;;9\r\n4712;Mug;8\r\n`),
      await fileWith('dearer.csv', `${header}4711;;10\r\n`),
      await fileWith('same.csv', `${header}4711;;10\r\n`),
    ]
    const columns = { Artikelnr: 'variant_sku', Bezeichnung: 'title', Preis: 'variant_price' }
    const mapping = await fileWith('skus.json', JSON.stringify({ columns, identity: 'variant_sku' }))
    const imported = await catalog('in-order', ['import', ...files, '--mapping', mapping, '--yes', '--json'])
    expect(imported.code).toBe(0)
    expect(JSON.parse(imported.stdout)).toMatchObject({
      imports: [
        { applied: true, errors: [], run: { added: 2 } },
        { applied: true, errors: [], run: { added: 0, updated: 1, unchanged: 1 } },
        { applied: true, errors: [], run: { added: 0, updated: 1 } },
        { applied: false, errors: [], draft: { preview: { updates: 0, unchanged: 1 } } },
      ],
    })
    expect(await system.json('/api/products/imports', { storefront: 'in-order' })).toEqual({
      drafts: [],
      next_cursor: null,
    })
  })

  test.each([1, 2, 3, 4, 5, 6])(
    'interrupted after request %i, are each applied completely or not at all, in order',
    async (count) => {
      const storefront = `interrupted-${count}`
      const files = await Promise.all(
        ['a', 'b'].map((name) =>
          fileWith(
            `${name}.csv`,
            csvOf([1, 2].map((n) => ({ handle: `${name}-${n}`, title: name, variant_price: '1' }))),
          ),
        ),
      )
      const interrupt = new AbortController()
      const before = proxy.requests.length
      let isOver = false
      const ended = catalog(storefront, ['import', ...files, '--yes'], { signal: interrupt.signal }).finally(
        () => {
          isOver = true
        },
      )
      await waitFor('the request', () => isOver || proxy.requests.length >= before + count)
      interrupt.abort()
      await ended
      const applied = await runsOf(storefront)
      expect([[], ['a.csv'], ['b.csv', 'a.csv']]).toContainEqual(applied.map(({ file_name: name }) => name))
      expect(applied.every(({ added }) => added === 2)).toBe(true)
      // Repeating it completes it, once a confirm that was sent has ended.
      await waitFor(
        'the rest',
        async () => (await catalog(storefront, ['import', ...files, '--yes'])).code === 0,
      )
      expect(await system.json('/api/products/summary', { storefront })).toMatchObject({ product_count: 4 })
    },
  )
})

test('missing images are listed once all have an outcome', async () => {
  const file = await fileWith(
    'pictures.csv',
    csvOf([{ handle: 'a', title: 'A', variant_price: '1', image_url: 'http://127.0.0.1/a.jpg' }]),
  )
  const imported = await catalog('pictures', ['import', file, '--yes', '--json'])
  const { run: created } = JSON.parse(imported.stdout)
  const images = await catalog('pictures', ['images', created.run_id, '--wait', '--json'])
  expect(images.code).toBe(3)
  expect(JSON.parse(images.stdout)).toMatchObject({
    status: 'completed',
    image_counts: { pending: 0, rejected: 1 },
    missing: [{ product_handle: 'a', outcome: 'rejected' }],
  })
})

describe('a failure ends with a message and with', () => {
  beforeAll(async () => {
    await fileWith('empty.csv', 'handle,title\n')
    await fileWith('twice.csv', 'handle,title,title\na,A,B\n')
  })

  test.each<[string, number, RegExp, string[], Record<string, string>]>([
    ['no address', 2, /CATALOG_URL/, ['runs'], { CATALOG_URL: '' }],
    ['no token', 4, /CATALOG_TOKEN/, ['runs'], { CATALOG_TOKEN: '' }],
    ['a token of nobody', 4, /token/i, ['runs'], { CATALOG_TOKEN: 'e30.e30.e30' }],
    ['a token of another storefront', 4, /“usage”, not of “shop”/, ['runs', '--storefront', 'shop'], {}],
    ['an unknown option', 2, /--force/, ['runs', '--force'], {}],
    ['nobody to ask', 2, /--yes/, ['import', 'prices.csv'], {}],
    [
      'an address inside the network',
      1,
      /not on the public internet/,
      ['import', 'https://10.0.0.1/a.csv', '--yes'],
      {},
    ],
    ['no file', 1, /no such file/, ['import', 'nowhere.csv', '--yes'], {}],
    ['a file that is refused', 3, /twice/, ['import', 'twice.csv', '--yes'], {}],
    ['a file without rows to split', 3, /no rows/, ['split', 'empty.csv'], {}],
    ['an empty catalog', 3, /no product/i, ['export', '--out', 'never.csv'], {}],
    ['an unknown run', 1, /run/, ['undo', '01890000-0000-7000-8000-000000000000', '--yes'], {}],
  ])('%s: exit code %i', async (_what, code, sentence, args, env) => {
    const ended = await catalog('usage', args, { env })
    expect(ended).toMatchObject({ code, stdout: '' })
    const lines = ended.stderr.trim().split('\n')
    expect(lines.pop()).toMatch(sentence)
    // No other output than the current step.
    expect(lines.join()).toMatch(/^([A-Z].+ …)?$/)
    expect(existsSync(join(folder, 'never.csv'))).toBe(false)
  })
})

test('a word that is nearly a command or an option is answered with that one', async () => {
  const nearly = [['imprt'], ['runs', '--limt', '3']]
  const answers = await Promise.all(nearly.map((args) => catalog('usage', args)))
  expect(answers).toMatchObject([
    { code: 2, stderr: expect.stringContaining('Did you mean import?') },
    { code: 2, stderr: expect.stringContaining('Did you mean --limit?') },
  ])
  expect(await catalog('usage', ['import', '-h'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Examples:\n  catalogctl import products\.csv\n/),
  })
})

test('the package has its licence', async () => {
  expect(await readFile(join(folder, 'node_modules', 'catalogctl', 'LICENSE'), 'utf8')).toBe(
    await readFile(join(root, 'LICENSE'), 'utf8'),
  )
})

test('its limits are those of the service', () => {
  expect(limits).toMatchObject({ maxFileBytes, maxRows })
})
