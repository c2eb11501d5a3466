import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Run } from '@catalog/contracts'
import { startImageHost } from '../support/image-host.ts'
import { startSystem } from '../support/system.ts'
import type { System } from '../support/system.ts'
import { waitFor } from '../support/wait-for.ts'
import { startHelper } from './helper-process.ts'
import { canonicalFile, makeProducts } from './make-products.ts'
import { peakMemory } from './peak-memory.ts'
import { mebibytes, tell } from './report.ts'
import type { Finding } from './report.ts'
import { medianOf, takeTurns, timed } from './take-turns.ts'

/** Images through the whole path, four workers, beside sharp alone at the same pictures, four at a time. */
export async function benchImages({ rounds }: { rounds: number }): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-pictures-'))
  try {
    tell('images: painting the pictures')
    const files = await paintPictures(folder)
    await using host = await startImageHost()
    for (const [path, file] of files.entries()) {
      const bytes = await readFile(file)
      for (let round = 0; round <= rounds; round += 1)
        host.answer(`/${round}/${path}`, (_request, response) =>
          response.writeHead(200, { 'content-length': bytes.length }).end(bytes),
        )
    }
    await using system = await startSystem({
      env: { 'image-service': { CATALOG_IMAGE_ALLOWED_HOSTS: host.host } },
    })
    await using alone = await startHelper<'render', number>('sharp-alone.ts', {
      BENCH_PICTURES: files.join(':'),
      UV_THREADPOOL_SIZE: '8',
      MALLOC_ARENA_MAX: '2',
    })
    tell(`images: ${files.length} a round`)
    let round = 0
    const results = await takeTurns(rounds, {
      floor: async () => ({ ms: await alone.ask('render') }),
      subject: async () => {
        const urls = files.map((_, index) => host.url(`/${round}/${index}`))
        round += 1
        return { ms: await processImages(system, urls) }
      },
    })
    const perSecond = (ms: number) => `${((files.length * 1_000) / ms).toFixed(1)} images/s`
    const service = await peakMemory(system.services['image-service'].pid)
    return [
      {
        what: 'images through four workers, whole path, speed',
        floor: 'sharp alone, same pictures and scheme, four at a time',
        ratio: medianOf(results, ({ floor, subject }) => floor.ms / subject.ms),
        goal: { least: 0.9 },
        here: `${perSecond(medianOf(results, ({ subject }) => subject.ms))}, sharp ${perSecond(
          medianOf(results, ({ floor }) => floor.ms),
        )}, image-service at most ${mebibytes(service)}`,
      },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** From the confirm to the end of the run's image phase. */
async function processImages(system: System, urls: string[]): Promise<number> {
  const [product] = makeProducts({ from: 1, count: 1 })
  if (product === undefined) throw new Error('there is no product')
  const images = urls.map((url) => ({ url, alt: '' }))
  const variants = product.variants.map((variant) => ({ ...variant, imageUrl: null }))
  const draft = await system.upload(canonicalFile([{ ...product, variants, images }]))
  return timed(async () => {
    const { run_id: runId }: Run = await system.confirm(draft.draft_id)
    const event = await waitFor(
      'the end of the image phase',
      () => system.events('image_phase_completed').find(({ run_id: id }) => id === runId),
      { timeoutMs: 120_000, everyMs: 10 },
    )
    if (event['fetched'] !== urls.length) throw new Error('not all pictures were fetched')
  })
}

/** Hard ones, easy ones and large ones, as merchants have them; painted, since real ones belong to somebody. */
async function paintPictures(folder: string): Promise<string[]> {
  const kinds = [
    { width: 2000, height: 2000, noise: 30, blur: 1.5 },
    { width: 2000, height: 2000, noise: 2, blur: 8 },
    { width: 4000, height: 3000, noise: 12, blur: 2 },
  ]
  const files: string[] = []
  for (let copy = 0; copy < 8; copy += 1) {
    for (const [kind, { width, height, noise, blur }] of kinds.entries()) {
      const file = join(folder, `${files.length}.jpg`)
      const { data, info } = await sharp({
        create: {
          width: width / 2,
          height: height / 2,
          channels: 3,
          background: '#888',
          noise: { type: 'gaussian', mean: 100 + 10 * copy + 20 * kind, sigma: noise * 2 },
        },
      })
        .blur(blur)
        .raw()
        .toBuffer({ resolveWithObject: true })
      const grain = sharp(data, { raw: info }).resize(width, height)
      await writeFile(file, await grain.jpeg({ quality: 88 }).toBuffer())
      files.push(file)
    }
  }
  return files
}
