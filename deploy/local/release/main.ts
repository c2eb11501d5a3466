// npm run release [-- --without-images] [--registry ghcr.io/owner/catalog]: builds all files of a release from this
// commit's tag, in release/VERSION; the chart's images are those of the registry.
// npm run release -- --publish --registry ghcr.io/owner/catalog: publishes what is in release/VERSION.
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtempDisposable, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runQuietly } from '../commands.ts'
import { findTool } from '../tools.ts'
import { say, seconds } from '../terminal.ts'
import { addBundled } from './bundled.ts'
import { describeRelease } from './chart-metadata.ts'
import { hashFiles, signWithCosign } from './checksums.ts'
import { buildImage, platformsHere, readBases } from './images.ts'
import { readNotes } from './notes.ts'
import { publishRelease } from './publish.ts'
import { describePackages } from './sbom.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const services = ['gateway', 'import-service', 'export-service', 'image-service']
const { values } = parseArgs({
  options: {
    'without-images': { type: 'boolean', default: false },
    registry: { type: 'string' },
    publish: { type: 'boolean', default: false },
  },
})

try {
  await (values.publish ? publish() : makeRelease())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** Publishes the files, and lists what was published to the registry in `release/VERSION.published.txt`. */
async function publish(): Promise<void> {
  const { registry } = values
  if (registry === undefined)
    throw new Error(
      'Where to? Name a registry: npm run release -- --publish --registry ghcr.io/owner/catalog',
    )
  const version = await versionToRelease()
  const folder = join(root, 'release', version)
  const published = await publishRelease({ folder, version, registry })
  await writeFile(`${folder}.published.txt`, `${published.join('\n')}\n`)
}

async function makeRelease(): Promise<void> {
  const version = await versionToRelease()
  const notes = readNotes(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), version)
  const target = join(root, 'release', version)
  if (existsSync(target)) throw new Error(`${target} is there already. Move it away to make it again.`)
  await using work = await mkdtempDisposable(join(tmpdir(), 'catalog-release-'))
  const source = join(work.path, 'source')
  const out = join(work.path, 'out')
  await Promise.all([mkdir(source), mkdir(out)])
  // The files of an archive have the time of the commit, whenever they are unpacked.
  await runQuietly('git', ['-C', root, 'archive', '--output', join(work.path, 'source.tar'), 'HEAD'])
  await runQuietly('tar', ['-C', source, '-xf', join(work.path, 'source.tar')])
  await writeFile(join(out, 'notes.md'), notes)
  // The chart is installed beside NATS, whose users it expects.
  await cp(join(source, 'helm', 'nats-values.yaml'), join(out, 'nats-values.yaml'))

  await step('chart', async () => {
    const helm = await findTool('helm4', { say })
    const { registry } = values
    const folder = join(source, 'helm', 'catalog')
    if (registry !== undefined) await setImages(join(folder, 'values.yaml'), registry)
    const chart = join(folder, 'Chart.yaml')
    const release = { version, services, notes, ...(registry !== undefined && { registry }) }
    await writeFile(chart, describeRelease(await readFile(chart, 'utf8'), release))
    await runQuietly(helm, ['package', folder, '--destination', out])
  })
  await step('command line', () =>
    runQuietly('npm', ['pack', join(root, 'packages', 'cli'), '--silent', '--pack-destination', out]),
  )
  for (const name of [...services.map((service) => `services/${service}`), 'packages/cli'])
    await step(`packages of ${name}`, () => describePackages({ source, workspace: name, version, out }))
  // The image of the gateway has the command line, too, with its libraries inside.
  await runQuietly('npm', ['run', 'build', '--workspace', 'packages/cli', '--prefix', root])
  const licenses = join(root, 'packages', 'cli', 'dist', 'licenses.md')
  await addBundled(join(out, `gateway-${version}.cdx.json`), licenses)
  if (!values['without-images']) await makeImages({ source, out, version })
  await hashFiles(out)
  await step('signature', () => signWithCosign(out))

  await mkdir(join(root, 'release'), { recursive: true })
  // The temporary folder may be on another disk; an incomplete release must not have its final name.
  await cp(out, `${target}.new`, { recursive: true })
  await rename(`${target}.new`, target)
  say(`Release ${version} is in release/${version}.`)
}

/** The version in the tag; throws with advice if the work tree differs from the tagged commit. */
async function versionToRelease(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  if (version.endsWith('-dev'))
    throw new Error(
      `${version} is not a release. The steps to one are in docs/compatibility.md, “At a release”.`,
    )
  const changes = await runQuietly('git', ['-C', root, 'status', '--porcelain'])
  if (changes !== '')
    throw new Error(`A release is made of a commit, and this work tree differs:\n${changes}`)
  const tags = await runQuietly('git', ['-C', root, 'tag', '--points-at', 'HEAD'])
  if (!tags.split('\n').includes(`v${version}`))
    throw new Error(`This commit is not tagged as version ${version}. Tag it first: git tag v${version}`)
  return version
}

/** Makes a registry the default of `image.repository` in the values of the chart. */
async function setImages(file: string, registry: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  const changed = text.replace(/^( {2}repository: )catalog$/m, `$1${registry}`)
  if (changed === text) throw new Error(`${file} has no image.repository as expected.`)
  await writeFile(file, changed)
}

async function makeImages(options: { source: string; out: string; version: string }): Promise<void> {
  const { source, out, version } = options
  const [revision = '', committedAt = ''] = (
    await runQuietly('git', ['-C', root, 'log', '-1', '--format=%H %ct'])
  )
    .trim()
    .split(' ')
  const platforms = platformsHere()
  say(`Images for ${platforms.join(' and ')}: what this machine can run.`)
  const bases = await readBases(source)
  const digests: string[] = []
  for (const service of services) {
    await step(`image of ${service}`, async () => {
      const image = { service, version, revision, committedAt, platforms, bases }
      digests.push(`${await buildImage({ ...image, source, out })}  catalog/${service}:${version}`)
    })
  }
  await writeFile(join(out, 'image-digests.txt'), `${digests.join('\n')}\n`)
}

async function step(title: string, work: () => Promise<string | void>): Promise<void> {
  const startedAt = performance.now()
  const note = ((await work()) ?? '').trim()
  say(`  ${title}: ${note || 'done'}, ${seconds(performance.now() - startedAt)}`)
}
