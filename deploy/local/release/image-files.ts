import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runQuietly } from '../commands.ts'

const paths = { status: 'var/lib/dpkg/status', osRelease: 'usr/lib/os-release', node: 'usr/local/bin/node' }

/** What says which system an image contains. */
export interface ImageFiles {
  status: string
  osRelease: string
  node: Buffer
}

interface Manifest {
  manifests?: { digest: string }[]
  layers?: { digest: string }[]
}

/**
 * Reads the files of each image in an OCI layout (one for each platform), as the last layer that has them.
 *
 * @throws if an image lacks one of them
 */
export async function readImageFiles(layout: string): Promise<ImageFiles[]> {
  const images = await findImages(layout, await readManifest(join(layout, 'index.json')))
  return Promise.all(images.map(readFiles))
}

/** The layers of each image, from the lowest. An index may list others. */
async function findImages(layout: string, { manifests, layers }: Manifest): Promise<string[][]> {
  const blob = (digest: string) => join(layout, 'blobs', digest.replace(':', '/'))
  if (layers !== undefined) return [layers.map(({ digest }) => blob(digest))]
  const found = (manifests ?? []).map(async ({ digest }) =>
    findImages(layout, await readManifest(blob(digest))),
  )
  return (await Promise.all(found)).flat()
}

async function readManifest(file: string): Promise<Manifest> {
  return JSON.parse(await readFile(file, 'utf8'))
}

async function readFiles(layers: string[]): Promise<ImageFiles> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-image-'))
  const all = Object.values(paths)
  for (const layer of layers) {
    const entries = (await runQuietly('tar', ['-tf', layer])).split('\n')
    const wanted = entries.filter((entry) => all.includes(entry.replace(/^\.?\//, '')))
    if (wanted.length > 0) await runQuietly('tar', ['-xf', layer, '-C', folder.path, ...wanted])
  }
  return {
    status: await readFile(join(folder.path, paths.status), 'utf8'),
    osRelease: await readFile(join(folder.path, paths.osRelease), 'utf8'),
    node: await readFile(join(folder.path, paths.node)),
  }
}
