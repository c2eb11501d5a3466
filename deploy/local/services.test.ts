import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { envOf, flagsOf, serviceNames } from './services.ts'

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
