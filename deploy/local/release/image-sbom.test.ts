import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { runQuietly } from '../commands.ts'
import { addSystemToSbom, describeNode } from './image-sbom.ts'

const dpkgStatus = await readFile(fileURLToPath(new URL('testing/dpkg-status', import.meta.url)), 'utf8')
const system = {
  'var/lib/dpkg/status': dpkgStatus,
  'usr/lib/os-release': 'ID=debian\nVERSION_ID="12"\n',
}
const program = { 'usr/local/bin/node': 'bytes node.js/v24.21.0\0bytes' }
const base = `debian:bookworm-slim@sha256:${'0'.repeat(64)}`

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-image-sbom-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('the SBOM of an image for two platforms has the base, Node, and the packages of both once', async () => {
  const arm = { ...system, 'var/lib/dpkg/status': dpkgStatus.replaceAll('amd64', 'arm64') }
  const { components, dependencies } = await complete([
    [await layer(system), await layer(program)],
    [await layer(arm), await layer(program)],
  ])
  const refs = components.map((component: { 'bom-ref': string }) => component['bom-ref'])
  expect(refs.slice(0, 4)).toEqual(['zod', base, 'pkg:generic/node@24.21.0', 'debian-12'])
  expect(refs.filter((ref: string) => ref.includes('/libc6@'))).toEqual([
    expect.stringContaining('arch=amd64'),
    expect.stringContaining('arch=arm64'),
  ])
  expect(refs.filter((ref: string) => ref.includes('/tzdata@'))).toHaveLength(1)
  expect(dependencies[0]).toEqual({ ref: 'root', dependsOn: refs })
  expect(dependencies.slice(2)).toEqual(refs.slice(1).map((ref: string) => ({ ref })))
})

test('the same image gives the same bytes; a later layer replaces files of an earlier one', async () => {
  const image = [await layer(system), await layer(program)]
  await complete([image])
  const first = await readFile(join(folder, 'sbom.json'), 'utf8')
  await complete([image])
  expect(await readFile(join(folder, 'sbom.json'), 'utf8')).toBe(first)
  const { components } = await complete([
    [...image, await layer({ 'usr/local/bin/node': 'node.js/v26.0.1' })],
  ])
  expect(components).toContainEqual(expect.objectContaining({ name: 'node', version: '26.0.1' }))
})

test('an image without a list of packages, or without Node, is an error', async () => {
  await expect(complete([[await layer(program)]])).rejects.toThrow('var/lib/dpkg/status')
  await expect(complete([[await layer(system)]])).rejects.toThrow('usr/local/bin/node')
})

test('the version of Node is that of the program', async () => {
  expect(describeNode(await readFile(process.execPath))).toMatchObject({ version: process.versions.node })
  expect(() => describeNode(Buffer.from('another program'))).toThrow('does not have its version')
})

/** The SBOM of a service, completed for an image of these layers for each platform. */
async function complete(platforms: string[][]) {
  const sbom = join(folder, 'sbom.json')
  const before = {
    metadata: { component: { 'bom-ref': 'root' } },
    components: [{ 'bom-ref': 'zod' }],
    dependencies: [{ ref: 'root', dependsOn: ['zod'] }, { ref: 'zod' }],
  }
  await writeFile(sbom, JSON.stringify(before))
  const manifests = await Promise.all(
    platforms.map((layers) => blob(JSON.stringify({ layers: layers.map((digest) => ({ digest })) }))),
  )
  const index = await blob(JSON.stringify({ manifests: manifests.map((digest) => ({ digest })) }))
  await writeFile(join(folder, 'index.json'), JSON.stringify({ manifests: [{ digest: index }] }))
  await addSystemToSbom({ sbom, layout: folder, bases: [base] })
  return JSON.parse(await readFile(sbom, 'utf8'))
}

async function layer(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(folder, 'layer-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(root, dirname(path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  await runQuietly('tar', ['-C', root, '-czf', `${root}.tar.gz`, '.'])
  return blob(await readFile(`${root}.tar.gz`))
}

async function blob(bytes: string | Buffer): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  await mkdir(join(folder, 'blobs/sha256'), { recursive: true })
  await writeFile(join(folder, 'blobs/sha256', hash), bytes)
  return `sha256:${hash}`
}
