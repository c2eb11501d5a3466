import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { statementsOfImportService } from './operations/support/sql-statements.ts'
import { purePackages } from './runner/pure-tests.ts'
import { describeImport, isWithin, readManifest, readWorkspaces } from './support/workspaces.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Workspaces that are bundled at build time: the page and the installed command line have no workspaces. */
const bundled = new Set(['@catalog/admin-page', 'catalogctl'])
/** What types the API for them: its schemas, and zod with them, stay out of their bundles. */
const typesOfTheApi = '@catalog/contracts'

const pure = new Set(purePackages.map((name) => `@catalog/${name}`))
/** Node modules that only compute: no file, socket, process or clock. */
const pureModules = new Set(['string_decoder', 'stream', 'buffer', 'crypto', 'util', 'zlib'])
const workspaces = readWorkspaces()
const packages = workspaces.filter(({ folder }) => folder.startsWith('packages/')).map(({ name }) => name)
const listedAtTheRoot = readManifest('.').devDependencies ?? {}

describe.each(workspaces)('$name', ({ name, folder, dependencies, devDependencies, imports }) => {
  const isService = folder.startsWith('services/')
  const isPackage = folder.startsWith('packages/')
  const shipped = imports.filter(({ isTest }) => !isTest)

  test('lists what it imports in its package.json', () => {
    const listed = new Set([name, ...dependencies, ...(bundled.has(name) ? devDependencies : [])])
    const listedForTests = new Set([...listed, ...devDependencies, ...Object.keys(listedAtTheRoot)])
    const missing = imports.filter(
      ({ isTest, isTypeOnly, packageName }) =>
        packageName !== null && !(isTest || isTypeOnly ? listedForTests : listed).has(packageName),
    )
    expect(missing.map(describeImport)).toEqual([])
  })

  test('reaches no other workspace by path, except the tests’ support', () => {
    const strays = imports.filter(
      ({ isTest, reaches }) =>
        reaches !== null && !isWithin(reaches, folder) && !(isTest && isWithin(reaches, 'test/support')),
    )
    const mayReachAll = folder === 'test' || folder === 'deploy/local'
    expect(mayReachAll ? [] : strays.map(describeImport)).toEqual([])
  })

  if (isService || isPackage) {
    test('uses packages, and no service; a pure package uses pure ones', () => {
      const ours = [...dependencies].filter((one) => one.startsWith('@catalog/'))
      const usable = pure.has(name) ? [...pure] : packages
      expect(ours.filter((one) => !usable.includes(one) || bundled.has(one))).toEqual([])
    })
  }

  if (bundled.has(name)) {
    test('bundles pure packages alone, and of the API only its types', () => {
      const loaded = shipped.filter(
        ({ packageName, isTypeOnly }) => !(isTypeOnly && packageName === typesOfTheApi),
      )
      const ours = loaded.filter(({ packageName }) => packageName?.startsWith('@catalog/'))
      const strays = ours.filter(
        ({ packageName }) =>
          packageName === typesOfTheApi || (packageName !== name && !pure.has(packageName ?? '')),
      )
      expect(strays.map(describeImport)).toEqual([])
    })
  }

  if (name !== '@catalog/messaging' && (isService || isPackage)) {
    test('does not depend on NATS', () => {
      expect([...dependencies, ...devDependencies]).not.toContain('nats')
      expect(shipped.filter(({ packageName }) => packageName === 'nats').map(describeImport)).toEqual([])
    })
  }

  if (pure.has(name)) {
    test('is pure: independent of the machine that it runs on', () => {
      expect(
        shipped
          .filter(
            ({ builtin, file }) => builtin !== null && !pureModules.has(builtin) && !isOfGuard(builtin, file),
          )
          .map(describeImport),
      ).toEqual([])
    })
  }
})

test('only import-service and export-service depend on PostgreSQL; image-service, which accesses the internet, does not', () => {
  const users = workspaces.filter(({ dependencies }) =>
    ['pg', 'knex'].some((driver) => dependencies.has(driver)),
  )
  expect(
    users
      .map(({ name }) => name)
      .filter((name) => name !== '@catalog/local' && name !== '@catalog/test')
      .sort(),
  ).toEqual(['@catalog/export-service', '@catalog/import-service', '@catalog/postgres'])
})

test('the admin page inserts no HTML except that of its own help', () => {
  const folder = join(root, 'packages/admin-page/src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name),
  )
  expect(files.length).toBeGreaterThan(100)
  const writing = files.filter((name) =>
    /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcDoc/i.test(
      readFileSync(join(folder, name), 'utf8'),
    ),
  )
  expect(writing).toEqual(['screens/help/help-text.tsx'])
})

test('no source file imports itself through others, not even for types', () => {
  const graph = new Map<string, string[]>()
  for (const { file, reaches } of workspaces.flatMap(({ imports }) => imports)) {
    if (reaches !== null) graph.set(file, [...(graph.get(file) ?? []), reaches])
  }
  expect(findCycle(graph)).toEqual([])
})

describe('import-service', () => {
  const source = 'services/import-service/src'
  const imports = workspaces
    .filter(({ folder }) => folder === 'services/import-service')
    .flatMap((workspace) => workspace.imports)
    .filter(({ isTest }) => !isTest)

  /** For each folder: it may use itself and the folders below it. */
  const order = [
    'migrations',
    'postgres',
    'catalog',
    'mappings',
    'drafts',
    'stock',
    'runs',
    'workers',
    'images',
    'operations',
  ]
  const folderOf = (file: string) => file.slice(source.length + 1).split('/')[0] ?? ''

  test('its folders use each other in one direction', () => {
    const upward = imports.filter(
      ({ file, reaches }) =>
        reaches !== null &&
        order.indexOf(folderOf(reaches)) > order.indexOf(folderOf(file)) &&
        isInFolder(file),
    )
    expect(upward.map(describeImport)).toEqual([])
    const folders = imports
      .map(({ file }) => file)
      .filter(isInFolder)
      .map(folderOf)
    expect([...new Set(folders)].sort()).toEqual(order.toSorted())
  })

  test('handlers never import handlers', () => {
    const main = readFileSync(join(root, source, 'main.ts'), 'utf8')
    const names = [...main.matchAll(/\(imports\.(\w+),/g)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(10)
    const files = imports
      .filter(({ file }) => file === `${source}/main.ts`)
      .flatMap(({ reaches }) => reaches ?? [])
      .filter((file) => names.includes(camelCase(basename(file, '.ts'))))
    expect(files).toHaveLength(names.length)
    const strays = imports.filter(
      ({ file, reaches }) => reaches !== null && files.includes(file) && files.includes(reaches),
    )
    expect(strays.map(describeImport)).toEqual([])
  })

  test('each table is written in one file, apart from what moves and erases whole storefronts', () => {
    const writers = new Map<string, Set<string>>()
    for (const { name, file, text } of statementsOfImportService()) {
      // It settles an image and completes the run in one statement.
      if (file.includes('/operations/') || name === 'recordOutcome') continue
      for (const [, table = ''] of text.matchAll(/\b(?:insert into|delete from|update) ([a-z]+_[a-z_]+)\b/g))
        writers.set(table, (writers.get(table) ?? new Set()).add(basename(file)))
    }
    expect(writers.size).toBeGreaterThan(8)
    expect([...writers].filter(([, files]) => files.size > 1)).toEqual([])
  })

  function isInFolder(file: string): boolean {
    return file.slice(source.length + 1).includes('/')
  }
})

function camelCase(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** The address guard uses a function of net that opens nothing. */
function isOfGuard(builtin: string, file: string): boolean {
  return builtin === 'net' && isWithin(file, 'packages/address-guard')
}

/** The files of one cycle; empty if there is none. */
function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): string[] => {
    if (path.includes(file)) return path.slice(path.indexOf(file))
    if (done.has(file)) return []
    path.push(file)
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next)
      if (cycle.length > 0) return cycle
    }
    path.pop()
    done.add(file)
    return []
  }
  for (const file of graph.keys()) {
    const cycle = visit(file)
    if (cycle.length > 0) return cycle
  }
  return []
}
