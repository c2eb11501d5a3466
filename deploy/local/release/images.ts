import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runQuietly } from '../commands.ts'
import { addSystemToSbom } from './image-sbom.ts'

const architectures = [
  { platform: 'linux/amd64', node: 'x64', emulator: 'qemu-x86_64' },
  { platform: 'linux/arm64', node: 'arm64', emulator: 'qemu-aarch64' },
]

/** The platforms for which a Dockerfile's programs can run here: the machine's own, and those that Linux emulates. */
export function platformsHere(): string[] {
  return architectures
    .filter(
      ({ node, emulator }) => node === process.arch || existsSync(`/proc/sys/fs/binfmt_misc/${emulator}`),
    )
    .map(({ platform }) => platform)
}

export interface Bases {
  NODE_IMAGE: string
  BASE_IMAGE: string
}

/**
 * The images that the Dockerfile builds on, or those in the environment.
 * @throws if one is not pinned by digest
 */
export async function readBases(source: string): Promise<Bases> {
  const dockerfile = await readFile(join(source, 'deploy', 'Dockerfile'), 'utf8')
  const baseOf = (name: keyof Bases) => {
    const base = process.env[name] ?? new RegExp(`^ARG ${name}=(.*)$`, 'm').exec(dockerfile)?.[1] ?? ''
    if (!/@sha256:[0-9a-f]{64}$/.test(base))
      throw new Error(`A release names its bases by digest, as name:tag@sha256:…, and ${name} is: ${base}`)
    return base
  }
  return { NODE_IMAGE: baseOf('NODE_IMAGE'), BASE_IMAGE: baseOf('BASE_IMAGE') }
}

/**
 * Builds the image of a service for all of the platforms, as one OCI archive in `out`, completes the service's SBOM
 * there, and returns the image's digest. All files have the time of the commit, so that a second build has the same
 * layers, except for Node's compile cache.
 */
export async function buildImage(options: {
  service: string
  version: string
  revision: string
  committedAt: string
  platforms: string[]
  bases: Bases
  source: string
  out: string
}): Promise<string> {
  const { service, version, revision, committedAt, platforms, bases, source, out } = options
  const name = `localhost/catalog-release/${service}:${revision}`
  const layout = join(out, `${service}-${version}`)
  // A manifest of a release that was aborted; buildah would add to it.
  await runQuietly('buildah', ['manifest', 'rm', name]).catch(() => undefined)
  const buildArguments = Object.entries({
    SERVICE: service,
    VERSION: version,
    REVISION: revision,
    ...bases,
  }).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`])
  const file = join(source, 'deploy', 'Dockerfile')
  const made = ['--timestamp', committedAt, '--platform', platforms.join(','), '--manifest', name]
  await runQuietly('buildah', ['build', '--layers', ...made, '--file', file, ...buildArguments, source])
  await runQuietly('buildah', ['manifest', 'push', '--all', name, `oci:${layout}:${version}`])
  const sbom = join(out, `${service}-${version}.cdx.json`)
  await addSystemToSbom({ sbom, layout, bases: Object.values(bases) })
  const { manifests } = JSON.parse(await readFile(join(layout, 'index.json'), 'utf8'))
  const sameEverywhere = [
    '--sort=name',
    `--mtime=@${committedAt}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
  ]
  await runQuietly('tar', [...sameEverywhere, '-C', layout, '-cf', `${layout}.oci.tar`, '.'])
  await rm(layout, { recursive: true })
  return manifests[0].digest
}
