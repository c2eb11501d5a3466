import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { bundleServices, envOf, flagsOf, mainOf, serviceNames } from './services.ts'

test('the bundles have each service, and what services start as threads and processes', async () => {
  const folders = await Promise.all([bundleServices(), bundleServices()])
  expect(new Set(folders).size).toBe(1)
  const names = await readdir(folders[0])
  expect(names).toEqual(expect.arrayContaining([...serviceNames.map(mainOf), 'worker.mjs', 'decoder.mjs']))
})

test.each(serviceNames)('%s is started as its image starts it', async (name) => {
  const dockerfile = await readFile(new URL('../Dockerfile', import.meta.url), 'utf8')
  const stage =
    new RegExp(`^FROM runtime AS start-${name}\n((?!FROM ).*\n)+`, 'm').exec(dockerfile)?.[0] ?? ''
  const command: string[] = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(stage)?.[1] ?? '[]')
  const flags = command.slice(1).filter((part) => part.startsWith('--'))
  expect(flags).toEqual(flagsOf(name))
  const variables = /^ENV (.*)$/m.exec(stage)?.[1]?.split(' ') ?? []
  for (const [variable, value] of Object.entries(envOf(name)))
    expect(variables).toContain(`${variable}=${value}`)
})
