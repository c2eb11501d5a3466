import { describe, expect, test } from '@jest/globals'
import { describeImport, isWithin, readManifest, readWorkspaces } from './support/workspaces.ts'

/** What each workspace may use of ours: services -> messaging -> contracts; the other packages stand alone. */
const allowed: Record<string, string[]> = {
  '@catalog/catalog': [],
  '@catalog/contracts': [],
  '@catalog/runtime': [],
  '@catalog/telemetry': [],
  '@catalog/messaging': ['@catalog/contracts'],
}
const packagesOfServices = Object.keys(allowed)

/** Computes; touches no file, socket, process or clock. */
const pure = new Set(['string_decoder', 'stream', 'buffer'])
const workspaces = readWorkspaces()
const listedAtTheRoot = readManifest('.').devDependencies ?? {}

describe.each(workspaces)('$name', ({ name, folder, dependencies, devDependencies, imports }) => {
  const isService = folder.startsWith('services/')
  const isPackage = folder.startsWith('packages/')
  const shipped = imports.filter(({ isTest }) => !isTest)

  test('lists what it imports in its package.json', () => {
    const listed = new Set([name, ...dependencies])
    const listedForTests = new Set([...listed, ...devDependencies, ...Object.keys(listedAtTheRoot)])
    const missing = imports.filter(
      ({ isTest, isTypeOnly, packageName }) =>
        packageName !== null && !(isTest || isTypeOnly ? listedForTests : listed).has(packageName),
    )
    expect(missing.map(describeImport)).toEqual([])
  })

  test('reaches no other workspace by path, but for the tests’ support', () => {
    const strays = imports.filter(
      ({ isTest, reaches }) =>
        reaches !== null && !isWithin(reaches, folder) && !(isTest && isWithin(reaches, 'test/support')),
    )
    const mayReachAll = folder === 'test' || folder === 'deploy/local'
    expect(mayReachAll ? [] : strays.map(describeImport)).toEqual([])
  })

  if (isService || isPackage) {
    test('uses of ours only what lies below it', () => {
      const below = isService ? packagesOfServices : (allowed[name] ?? [])
      const ours = [...new Set(shipped.map(({ packageName }) => packageName))].filter((one) =>
        one?.startsWith('@catalog/'),
      )
      expect(ours.filter((one) => one !== null && one !== name && !below.includes(one))).toEqual([])
      expect([...dependencies].filter((one) => one.startsWith('@catalog/') && !below.includes(one))).toEqual(
        [],
      )
    })
  }

  if (name !== '@catalog/messaging' && (isService || isPackage)) {
    test('knows nothing of NATS', () => {
      expect([...dependencies, ...devDependencies]).not.toContain('nats')
      expect(shipped.filter(({ packageName }) => packageName === 'nats').map(describeImport)).toEqual([])
    })
  }

  if (name === '@catalog/catalog' || name === '@catalog/contracts') {
    test('is pure: nothing of the machine it runs on', () => {
      expect(
        shipped.filter(({ builtin }) => builtin !== null && !pure.has(builtin)).map(describeImport),
      ).toEqual([])
    })
  }
})

test('only import-service and export-service know PostgreSQL; image-service, which meets the internet, does not', () => {
  const users = workspaces.filter(({ dependencies }) =>
    ['pg', 'knex'].some((driver) => dependencies.has(driver)),
  )
  expect(
    users
      .map(({ name }) => name)
      .filter((name) => name !== '@catalog/local' && name !== '@catalog/test')
      .sort(),
  ).toEqual(['@catalog/export-service', '@catalog/import-service'])
})
