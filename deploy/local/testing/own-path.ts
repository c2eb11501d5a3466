import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from '@jest/globals'
import type { FindOptions } from '../programs.ts'

interface OwnPath {
  /** For what is to be found: an empty `.catalog`, and where what it says is kept. */
  options: () => FindOptions
  printed: string[]
  /** Writes a shell script into a folder of the test's own, the PATH's by default. Returns its path. */
  program: (name: string, text: string, folder?: 'path' | 'home/bin' | 'cache/catalog/bin') => Promise<string>
  /** What is in a folder of the test's own. */
  filesIn: (folder: 'home/bin' | 'cache/catalog/bin') => Promise<string[]>
}

/** In each test of the file the PATH holds only the programs that the test writes, and the user's cache nothing. */
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
