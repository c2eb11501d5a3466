import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from '@jest/globals'
import type { FindOptions } from '../programs.ts'

interface OwnPath {
  /** Options for a search: an empty `.catalog`, and a list that records messages. */
  options: () => FindOptions
  printed: string[]
  /** Writes a shell script to a folder of the test, by default that of the PATH. Returns its path. */
  program: (name: string, text: string, folder?: 'path' | 'home/bin' | 'cache/catalog/bin') => Promise<string>
  /** The files in a folder of the test. */
  filesIn: (folder: 'home/bin' | 'cache/catalog/bin') => Promise<string[]>
}

/** In each test of the file, the PATH has only the programs that the test writes, and the user's cache is empty. */
export function useOwnPath(): OwnPath {
  let folder: string
  const before = { PATH: process.env.PATH, XDG_CACHE_HOME: process.env.XDG_CACHE_HOME }
  const printed: string[] = []

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalog-find-'))
    process.env.PATH = join(folder, 'path')
    process.env.XDG_CACHE_HOME = join(folder, 'cache')
    printed.length = 0
  })

  afterEach(async () => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    await rm(folder, { recursive: true, force: true })
  })

  return {
    options: () => ({ home: join(folder, 'home'), say: (sentence) => printed.push(sentence) }),
    printed,
    filesIn: (under) => readdir(join(folder, under)),
    async program(name, text, under = 'path') {
      const file = join(folder, under, name)
      await mkdir(join(folder, under), { recursive: true })
      await writeFile(file, `#!/bin/sh\n${text}\n`)
      await chmod(file, 0o755)
      return file
    },
  }
}
