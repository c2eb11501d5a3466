import { expect, test } from '@jest/globals'
import { cp, mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { versionedFiles, writeVersion } from './write-version.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

test('a new version in package.json is written wherever it is repeated, and nothing else changes', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-version-'))
  for (const file of versionedFiles) {
    await mkdir(dirname(join(folder.path, file)), { recursive: true })
    await cp(join(root, file), join(folder.path, file))
  }
  await writeFile(join(folder.path, 'package.json'), '{ "version": "12.34.56-rc.1" }')
  await writeVersion(folder.path)
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  for (const file of versionedFiles) {
    const text = await readFile(join(folder.path, file), 'utf8')
    expect(text).toContain('12.34.56-rc.1')
    expect(text.replaceAll('12.34.56-rc.1', version)).toBe(await readFile(join(root, file), 'utf8'))
    expect(text).not.toContain(version)
  }
})
