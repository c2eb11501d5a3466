import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  mkdtempDisposable,
  readFile,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from '@jest/globals'
import { disposeAfterAll } from '../../../test/support/dispose-after-all.ts'
import { runQuietly } from '../commands.ts'
import { hashFiles, signWithCosign } from './checksums.ts'

const { path: folder } = disposeAfterAll().use(await mkdtempDisposable(join(tmpdir(), 'catalog-signature-')))

/** The commands that a user types to check a release, from deploy/README.md. */
const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
const commands = readme
  .split('\n')
  .filter((line) => /^(cosign verify-blob --key|sha256sum --check) /.test(line))

let out: string
beforeAll(async () => {
  const bin = join(folder, 'bin')
  out = join(folder, 'out')
  await Promise.all([mkdir(bin), mkdir(out)])
  await symlink(process.env.TEST_COSIGN_PROGRAM ?? '', join(bin, 'cosign'))
  Object.assign(process.env, {
    PATH: `${bin}:${process.env.PATH}`,
    COSIGN_PASSWORD: 'secret',
    COSIGN_KEY: join(folder, 'own.key'),
  })
  for (const name of ['own', 'other'])
    await runQuietly('cosign', ['generate-key-pair', '--output-key-prefix', join(folder, name)])
  await writeFile(join(out, 'catalog-0.2.0.tgz'), 'a chart')
  await writeFile(join(out, 'image-digests.txt'), 'sha256:1234  catalog/gateway:0.2.0\n')
  await hashFiles(out)
  expect(await signWithCosign(out)).toBe('SHA256SUMS.sigstore.json')
})

test('a release that is signed with a key is accepted by the commands of deploy/README.md', async () => {
  expect(commands).toHaveLength(2)
  expect(await verify('own')).toBe('catalog-0.2.0.tgz: OK\nimage-digests.txt: OK\n')
})

test('the key of others is refused', async () => {
  await expect(verify('other')).rejects.toThrow('invalid signature')
})

test('changed checksums are refused, and so is a changed file', async () => {
  await expect(
    verify('own', (release) => appendFile(join(release, 'SHA256SUMS'), `${'0'.repeat(64)}  more.tgz\n`)),
  ).rejects.toThrow('invalid signature')
  await expect(
    verify('own', (release) => writeFile(join(release, 'catalog-0.2.0.tgz'), 'another chart')),
  ).rejects.toThrow('catalog-0.2.0.tgz: FAILED')
})

/** Checks a copy of the release, after a change, with a public key. */
async function verify(key: string, change: (release: string) => Promise<void> = async () => {}) {
  const release = await mkdtemp(join(folder, 'release-'))
  await cp(out, release, { recursive: true })
  await cp(join(folder, `${key}.pub`), join(release, 'cosign.pub'))
  await change(release)
  return await runQuietly('bash', ['-c', `cd "$0" && ${commands.join(' && ')}`, release])
}
