import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { canHaveFakeGcsServer, findFakeGcsServer } from './fake-gcs-server.ts'

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

const find = () => findFakeGcsServer({ home, say: (sentence) => said.push(sentence) })

test('fake-gcs-server is the one on the PATH', async () => {
  const there = await program('fake-gcs-server', '')
  expect(canHaveFakeGcsServer(home)).toBe(true)
  expect(await find()).toBe(there)
  expect(said).toEqual([])
})

test('fake-gcs-server is built with Go once, into the folder of its own', async () => {
  await program('go', '[ "$1" = install ] && : > "$GOBIN/fake-gcs-server"; exit 0')
  expect(canHaveFakeGcsServer(home)).toBe(true)
  const built = await find()
  expect(built).toMatch(/\/home\/bin\/fake-gcs-server-[\d.]+$/)
  expect(said).toEqual([expect.stringContaining('Go')])
  expect(await find()).toBe(built)
  expect(said).toHaveLength(1)
})

test('without Go and without the program, nothing can be had, and a sentence says what to type', async () => {
  expect(canHaveFakeGcsServer(home)).toBe(false)
  await expect(find()).rejects.toThrow(/go install github\.com\/fsouza\/fake-gcs-server@v/)
  expect(await readdir(join(home, 'bin'))).toEqual([])
})

async function program(name: string, text: string): Promise<string> {
  await mkdir(join(folder, 'path'), { recursive: true })
  const file = join(folder, 'path', name)
  await writeFile(file, `#!/bin/sh\n${text}\n`)
  await chmod(file, 0o755)
  return file
}
