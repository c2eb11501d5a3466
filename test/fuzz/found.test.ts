import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'
import { checkCase } from './check-case.ts'
import { readFound } from './read-found.ts'

const folder = fileURLToPath(new URL('found', import.meta.url))
const found = globSync('*.{csv,csv.gz}', { cwd: folder })
  .filter((name) => !name.endsWith('.before.csv'))
  .sort()

test.each(found)(
  '%s, which the fuzzer once found, comes to a draft or to a code of the table',
  async (name) => {
    expect(await checkCase(readFound(`${folder}/${name}`))).toMatch(/^[a-z]/)
  },
)
