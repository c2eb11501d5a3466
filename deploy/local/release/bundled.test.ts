import { expect, test } from '@jest/globals'
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { disposeAfterAll } from '../../../test/support/dispose-after-all.ts'
import { addBundled } from './bundled.ts'

const { path: folder } = disposeAfterAll().use(await mkdtempDisposable(join(tmpdir(), 'catalog-bundled-')))
const sbom = join(folder, 'sbom.json')
const licenses = join(folder, 'licenses.md')

test('an SBOM lists what was bundled, beside what it had', async () => {
  await writeFile(sbom, JSON.stringify({ components: [{ type: 'application', name: 'catalogctl' }] }))
  await writeFile(
    licenses,
    '# Licenses\n\n## @a/b - 1.2.3 (MIT)\n\nMIT License\n\n## c - 4.0.0 (BSD-2-Clause)\n',
  )
  await addBundled(sbom, licenses)
  expect(JSON.parse(await readFile(sbom, 'utf8')).components).toEqual([
    { type: 'application', name: 'catalogctl' },
    {
      type: 'library',
      name: '@a/b',
      version: '1.2.3',
      'bom-ref': 'pkg:npm/%40a/b@1.2.3',
      purl: 'pkg:npm/%40a/b@1.2.3',
      licenses: [{ expression: 'MIT' }],
    },
    {
      type: 'library',
      name: 'c',
      version: '4.0.0',
      'bom-ref': 'pkg:npm/c@4.0.0',
      purl: 'pkg:npm/c@4.0.0',
      licenses: [{ expression: 'BSD-2-Clause' }],
    },
  ])
})

test('a list that names no package is an error', async () => {
  await writeFile(licenses, '# Licenses\n')
  await expect(addBundled(sbom, licenses)).rejects.toThrow('lists no package')
})
