import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { canHaveHelm, findHelm } from './helm.ts'

let folder: string
let home: string
let path: string | undefined
const said: string[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-find-'))
  home = join(folder, 'home')
  path = process.env.PATH
  process.env.PATH = join(folder, 'path')
  said.length = 0
})

afterEach(async () => {
  process.env.PATH = path
  await rm(folder, { recursive: true, force: true })
})

const find = (major: 3 | 4) => findHelm(major, { home, say: (sentence) => said.push(sentence) })
const go = '[ "$1" = install ] && echo "$2" > "$GOBIN/helm"; exit 0'

test('Helm is the one on the PATH for its own major version, and built with Go once for the other', async () => {
  const there = await program('helm', 'echo v4.1.0+g1234567')
  await program('go', go)
  expect(canHaveHelm(home)).toBe(true)
  expect(await find(4)).toBe(there)
  const built = await find(3)
  expect(built).toMatch(/\/home\/bin\/helm-3[\d.]+$/)
  expect(said).toEqual([expect.stringContaining('helm 3: built with Go')])
  expect(await find(3)).toBe(built)
  expect(said).toHaveLength(1)
})

test('one Helm alone is not enough for the tests of the chart, without Go', async () => {
  await program('helm', 'echo v3.21.4')
  expect(canHaveHelm(home)).toBe(false)
  await expect(find(4)).rejects.toThrow(/go install helm\.sh\/helm\/v4\/cmd\/helm@v/)
  expect(await readdir(join(home, 'bin'))).toEqual([])
})

async function program(name: string, text: string): Promise<string> {
  await mkdir(join(folder, 'path'), { recursive: true })
  const file = join(folder, 'path', name)
  await writeFile(file, `#!/bin/sh\n${text}\n`)
  await chmod(file, 0o755)
  return file
}
