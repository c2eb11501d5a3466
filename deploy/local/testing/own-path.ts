import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from '@jest/globals'
import type { FindOptions } from '../programs.ts'

interface OwnPath {
  /** For what is to be found: an empty `.catalog`, and where what it says is kept. */
  options: () => FindOptions
  said: string[]
  /** Writes a shell script into a folder of the test's own, the PATH's by default. Returns its path. */
  program: (name: string, text: string, folder?: 'path' | 'home/bin') => Promise<string>
}

/** In each test of the file the PATH holds only the programs that the test writes. */
export function useOwnPath(): OwnPath {
  let folder: string
  let path: string | undefined
  const said: string[] = []

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalog-find-'))
    path = process.env.PATH
    process.env.PATH = join(folder, 'path')
    said.length = 0
  })

  afterEach(async () => {
    process.env.PATH = path
    await rm(folder, { recursive: true, force: true })
  })

  return {
    options: () => ({ home: join(folder, 'home'), say: (sentence) => said.push(sentence) }),
    said,
    async program(name, text, under = 'path') {
      const file = join(folder, under, name)
      await mkdir(join(folder, under), { recursive: true })
      await writeFile(file, `#!/bin/sh\n${text}\n`)
      await chmod(file, 0o755)
      return file
    },
  }
}
