import { expect, test } from '@jest/globals'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { disposeAfterAll } from '../../../test/support/dispose-after-all.ts'
import { runQuietly } from '../commands.ts'
import { hashFiles } from './checksums.ts'

const { path: folder } = disposeAfterAll().use(await mkdtempDisposable(join(tmpdir(), 'catalog-checksums-')))

const check = () => runQuietly('bash', ['-c', 'cd "$0" && sha256sum --strict --check SHA256SUMS', folder])

test('the checksums are those that sha256sum checks, and it finds a file that was changed', async () => {
  await writeFile(join(folder, 'b.tar'), 'bytes')
  await writeFile(join(folder, 'a.tgz'), '')
  await hashFiles(folder)
  expect(await check()).toBe('a.tgz: OK\nb.tar: OK\n')
  await writeFile(join(folder, 'b.tar'), 'other bytes')
  await expect(check()).rejects.toThrow('b.tar: FAILED')
})
