import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runQuietly } from '../commands.ts'

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

/**
 * Builds the image of a service for all of the platforms, as one OCI archive in `out`, and returns its digest. All
 * files have the time of the commit, so that a second build has the same layers, except for Node's compile cache.
 */
export async function buildImage(options: {
  service: string
  version: string
  revision: string
  committedAt: string
  platforms: string[]
  source: string
  out: string
}): Promise<string> {
  const { service, version, revision, committedAt, platforms, source, out } = options
  const name = `localhost/catalog-release/${service}:${revision}`
  const layout = join(out, `${service}-${version}`)
  // A manifest of a release that was aborted; buildah would add to it.
  await runQuietly('buildah', ['manifest', 'rm', name]).catch(() => undefined)
  const buildArguments = Object.entries({
    SERVICE: service,
    VERSION: version,
    REVISION: revision,
    NODE_IMAGE: process.env.NODE_IMAGE,
    BASE_IMAGE: process.env.BASE_IMAGE,
  }).flatMap(([key, value]) => (value === undefined ? [] : ['--build-arg', `${key}=${value}`]))
  const file = join(source, 'deploy', 'Dockerfile')
  const made = ['--timestamp', committedAt, '--platform', platforms.join(','), '--manifest', name]
  await runQuietly('buildah', ['build', '--layers', ...made, '--file', file, ...buildArguments, source])
  await runQuietly('buildah', ['manifest', 'push', '--all', name, `oci:${layout}:${version}`])
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
