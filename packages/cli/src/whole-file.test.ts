import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { UsageError } from './failures.ts'
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

test('is refused if its folder does not exist', async () => {
  await expect(writeWholeFile(join(folder, 'none', 'catalog.csv'), pieces('a'))).rejects.toThrow(UsageError)
})
