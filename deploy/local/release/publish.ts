import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runQuietly } from '../commands.ts'
import { findTool } from '../tools.ts'
import { say } from '../terminal.ts'

const architectures = ['amd64', 'arm64']

interface Manifest {
  manifests?: { platform?: { architecture?: string } }[]
  layers?: { digest: string }[]
}

/**
 * Publishes what `npm run release` has built: the images as `registry/service:version`, the chart as
 * `registry/charts/catalog:version`, and last, since npm takes nothing back, the command line to npm's registry. What is
 * already there is left as it is, so that an aborted publication can be repeated. A registry on this machine is asked
 * without TLS.
 *
 * @param folder the release's files
 * @param registry as in `ghcr.io/owner/catalog`
 * @returns what was published to the registry, as `name@sha256:…`
 * @throws Error if something else is published under this version, or an image lacks a platform
 */
export async function publishRelease(options: {
  folder: string
  version: string
  registry: string
}): Promise<string[]> {
  const { folder, version, registry } = options
  const digests = await readFile(join(folder, 'image-digests.txt'), 'utf8')
  const images = [...digests.matchAll(/^(sha256:[0-9a-f]{64}) {2}catalog\/([a-z-]+):/gm)].map(
    ([, digest = '', service = '']) => ({ digest, service }),
  )
  if (images.length === 0) throw new Error('The release has no images: make it without --without-images.')
  for (const { service } of images) await requirePlatforms(join(folder, `${service}-${version}.oci.tar`))

  const published: string[] = []
  for (const { service, digest } of images) {
    const archive = `oci-archive:${join(folder, `${service}-${version}.oci.tar`)}`
    const name = `${registry}/${service}`
    const found = await readPublished(`${name}:${version}`)
    if (found === undefined) {
      const tls = isHere(registry) ? ['--dest-tls-verify=false'] : []
      await runQuietly('skopeo', [
        'copy',
        '--all',
        '--preserve-digests',
        ...tls,
        archive,
        `docker://${name}:${version}`,
      ])
    }
    requireSame(`${name}:${version}`, found && hash('sha256', found, 'hex'), digest.replace('sha256:', ''))
    published.push(await reportPublished(name, version, found !== undefined))
  }
  published.push(await publishChart(options))
  await publishPackage(join(folder, `catalogctl-${version}.tgz`), `catalogctl@${version}`)
  return published
}

async function publishChart(options: { folder: string; version: string; registry: string }): Promise<string> {
  const { folder, version, registry } = options
  const file = join(folder, `catalog-${version}.tgz`)
  const name = `${registry}/charts/catalog`
  const found = await readPublished(`${name}:${version}`)
  if (found === undefined) {
    const helm = await findTool('helm4', { say })
    const http = isHere(registry) ? ['--plain-http'] : []
    await runQuietly(helm, ['push', file, `oci://${registry}/charts`, ...http])
  } else {
    // The manifest has the time of the push.
    const { layers = [] }: Manifest = JSON.parse(found)
    requireSame(
      `${name}:${version}`,
      layers[0]?.digest,
      `sha256:${hash('sha256', await readFile(file), 'hex')}`,
    )
  }
  return await reportPublished(name, version, found !== undefined)
}

async function publishPackage(file: string, name: string): Promise<void> {
  const found = await npm('view', name, 'dist.integrity').catch((error: unknown) => {
    if (error instanceof Error && error.message.includes('npm error 404')) return ''
    throw error
  })
  if (found === '') await npm('publish', file, '--access', 'public')
  else requireSame(name, found.trim(), `sha512-${hash('sha512', await readFile(file), 'base64')}`)
  say(`  ${name}: ${found === '' ? 'published' : 'is published already'}`)
}

/** Started by `npm run --silent`, npm would not say why it fails. */
function npm(...args: string[]): Promise<string> {
  return runQuietly('npm', [...args, '--loglevel', 'error'])
}

async function reportPublished(name: string, version: string, wasThere: boolean): Promise<string> {
  const manifest = await readPublished(`${name}:${version}`)
  if (manifest === undefined) throw new Error(`${name}:${version} was published, and is not there.`)
  const reference = `${name}@sha256:${hash('sha256', manifest, 'hex')}`
  say(`  ${reference}: ${wasThere ? 'is published already' : 'published'}`)
  return reference
}

/** The manifest in the registry, byte by byte; undefined if there is none. */
async function readPublished(reference: string): Promise<string | undefined> {
  const tls = isHere(reference) ? ['--tls-verify=false'] : []
  try {
    return await runQuietly('skopeo', ['inspect', '--raw', ...tls, `docker://${reference}`])
  } catch (error) {
    // Some registries answer so for a repository that does not exist yet; a push needs the permission in any case.
    if (error instanceof Error && /unknown|not found|denied/i.test(error.message)) return undefined
    throw error
  }
}

async function requirePlatforms(archive: string): Promise<void> {
  const { manifests = [] }: Manifest = JSON.parse(
    await runQuietly('skopeo', ['inspect', '--raw', `oci-archive:${archive}`]),
  )
  const found = new Set(manifests.map(({ platform }) => platform?.architecture))
  const missing = architectures.filter((architecture) => !found.has(architecture))
  if (missing.length > 0)
    throw new Error(`${archive} has no image for ${missing.join(' and ')}: build it where QEMU emulates it.`)
}

function requireSame(name: string, found: string | undefined, expected: string): void {
  if (found !== undefined && found !== expected)
    throw new Error(`${name} is published already, with other content. A version is never changed: raise it.`)
}

function isHere(reference: string): boolean {
  return /^(localhost|127\.0\.0\.1)[:/]/.test(reference)
}

function hash(algorithm: string, bytes: string | Buffer, encoding: 'hex' | 'base64'): string {
  return createHash(algorithm).update(bytes).digest(encoding)
}
