import { readdirSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import {
  chmod,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { ApiError, CommandError } from './failures.ts'
import { writeWholeFile } from './whole-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-whole-file-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function* pieces(...parts: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Error) throw part
    yield Buffer.from(part)
  }
}

test('replaces an earlier file once it is complete', async () => {
  const file = join(folder, 'catalog.csv')
  await writeWholeFile(file, pieces('a', 'b'))
  await writeWholeFile(file, pieces('c'))
  expect(await readFile(file, 'utf8')).toBe('c')
  expect(await readdir(folder)).toEqual(['catalog.csv'])
})

test('that is interrupted keeps the earlier one, and leaves nothing else', async () => {
  const file = join(folder, 'catalog.csv')
  await writeWholeFile(file, pieces('whole'))
  await expect(writeWholeFile(file, pieces('half', new Error('cut')))).rejects.toThrow('cut')
  expect(await readFile(file, 'utf8')).toBe('whole')
  expect(await readdir(folder)).toEqual(['catalog.csv'])
})

test('makes its file before it reads anything, so that an early end finds it and removes it', async () => {
  const seen: string[] = []
  const source = function* () {
    seen.push(...readdirSync(folder))
    yield Buffer.from('a')
  }
  await writeWholeFile(join(folder, 'catalog.csv'), source())
  expect(seen).toEqual([expect.stringMatching(/^\.catalog\.csv\..*\.part$/)])
})

test('keeps the mode of the earlier file', async () => {
  const file = join(folder, 'catalog.csv')
  await writeFile(file, 'earlier')
  for (const mode of [0o600, 0o664]) {
    await chmod(file, mode)
    await writeWholeFile(file, pieces('a'))
    expect((await stat(file)).mode & 0o777).toBe(mode)
  }
})

test('writes what a link names, through others, whether it is there already or not', async () => {
  const [link, other, file] = ['link', 'other', 'catalog.csv'].map((name) => join(folder, name))
  await symlink('other', String(link))
  await symlink(String(file), String(other))
  for (const text of ['new', 'again']) {
    await writeWholeFile(String(link), pieces(text))
    expect(await readFile(String(file), 'utf8')).toBe(text)
  }
  expect(await readlink(String(link))).toBe('other')
  expect(await readdir(folder)).toHaveLength(3)
})

test('writes into a device or a pipe, which stays what it is', async () => {
  await writeWholeFile('/dev/null', pieces('a'))
  expect((await lstat('/dev/null')).isCharacterDevice()).toBe(true)
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const [text] = await Promise.all([readFile(pipe, 'utf8'), writeWholeFile(pipe, pieces('a', 'b'))])
  expect(text).toBe('ab')
  expect((await lstat(pipe)).isFIFO()).toBe(true)
})

test('says that a pipe received only the beginning, which another attempt would write twice', async () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const [, outcome] = await Promise.allSettled([
    readFile(pipe, 'utf8'),
    writeWholeFile(pipe, pieces('half', new ApiError('cut', { code: 'broken_off' }))),
  ])
  expect(outcome).toMatchObject({
    reason: { name: 'Error', message: expect.stringContaining('only the beginning') },
  })
})

test('is refused if its folder does not exist', async () => {
  await expect(writeWholeFile(join(folder, 'none', 'catalog.csv'), pieces('a'))).rejects.toThrow(CommandError)
})
