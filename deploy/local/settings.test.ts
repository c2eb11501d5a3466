import { mkdtempDisposable, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { disposeAfterAll } from '../../test/support/dispose-after-all.ts'

const { path: home } = disposeAfterAll().use(await mkdtempDisposable(join(tmpdir(), 'catalog-secrets-')))
process.env.CATALOG_LOCAL_HOME = home
const { readSecrets } = await import('./settings.ts')

test('secrets are made once, for the owner alone, and again where their file was truncated', async () => {
  const first = await readSecrets()
  expect(Buffer.byteLength(first.auth)).toBeGreaterThanOrEqual(32)
  expect(await readSecrets()).toEqual(first)
  const file = join(home, 'secrets.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  for (const left of ['', (await readFile(file, 'utf8')).slice(0, 20), '{}']) {
    await writeFile(file, left)
    const next = await readSecrets()
    expect(Buffer.byteLength(next.auth)).toBeGreaterThanOrEqual(32)
    expect(next.reader).not.toBe('')
    expect(await readSecrets()).toEqual(next)
  }
})
