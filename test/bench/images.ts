import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Run } from '@catalog/contracts'
import { startSampler } from '../load/sampler.ts'
import { lookAtProcesses } from '../load/targets/processes.ts'
import { startImageHost } from '../support/image-host.ts'
import type { ImageHost } from '../support/image-host.ts'
import { startSystem } from '../support/system.ts'
import type { System } from '../support/system.ts'
import { waitFor } from '../support/wait-for.ts'
import { startHelper } from './helper-process.ts'
import { canonicalFile, makeProducts, withImages } from './make-products.ts'
import { paintPictures, paintSmallPicture } from './paint-pictures.ts'
import { mebibytes, tell } from './report.ts'
import type { Finding } from './report.ts'
import { alternate, medianOf, ratioOf, timed } from './alternate.ts'

/**
 * Processes images through the whole system, with four workers; the floor is sharp alone with the same pictures, four
 * at a time.
 */
export async function benchImages({ rounds }: { rounds: number }): Promise<Finding[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-pictures-'))
  tell('images: painting the pictures')
  const files = await paintPictures(folder.path)
  await using host = await startImageHost()
  for (const [path, file] of files.entries()) {
    const bytes = await readFile(file)
    for (let round = 0; round <= rounds; round += 1) host.answer(`/${round}/${path}`, respondWith(bytes))
  }
  await using system = await startSystem({
    env: { all: { CATALOG_IMAGE_ALLOWED_HOSTS: host.host } },
  })
  await using alone = await startHelper<'render', number>(import.meta.resolve('./sharp-alone.ts'), {
    BENCH_PICTURES: files.join(':'),
    UV_THREADPOOL_SIZE: '8',
    MALLOC_ARENA_MAX: '2',
  })
  tell(`images: ${files.length} a round`)
  let round = 0
  const results = await alternate(rounds, {
    floor: async () => ({ ms: await alone.ask('render') }),
    subject: async () => {
      const urls = files.map((_, index) => host.url(`/${round}/${index}`))
      round += 1
      return { ms: await processImages(system, urls) }
    },
  })
  const perSecond = (ms: number) => `${((files.length * 1_000) / ms).toFixed(1)} images/s`
  return [
    {
      what: 'images through four workers, whole path, speed',
      floor: 'sharp alone, same pictures and scheme, four at a time',
      ...ratioOf(results.map(({ floor, subject }) => floor.ms / subject.ms)),
      goal: { least: 0.9 },
      here: `${perSecond(medianOf(results, ({ subject }) => subject.ms))}, sharp ${perSecond(
        medianOf(results, ({ floor }) => floor.ms),
      )}`,
    },
    ...(await benchMemory(system, host, files)),
  ]
}

const largeOnes = 500
const smallOnes = 1_500
const maxBytes = 500_000_000

/** Memory over 2,000 pictures, a quarter of them large: its growth and its maximum. */
async function benchMemory(system: System, host: ImageHost, files: string[]): Promise<Finding[]> {
  const large = await Promise.all(files.map((file) => readFile(file)))
  const small = await paintSmallPicture()
  const count = largeOnes + smallOnes
  const every = count / largeOnes
  const urls = Array.from({ length: count }, (_, index) => {
    const bytes = index % every === 0 ? (large[(index / every) % large.length] ?? small) : small
    host.answer(`/memory/${index}`, respondWith(bytes))
    return host.url(`/memory/${index}`)
  })
  tell(`images: ${count} for the memory`)
  const pids = { 'image-service': system.services['image-service'].pid }
  await using sampler = startSampler(async () => ({ processes: lookAtProcesses(pids), bytes: {} }), 200)
  const quarters: number[] = []
  for (let from = 0; from < count; from += count / 4) {
    const earlier = sampler.samples.length
    await processImages(system, urls.slice(from, from + count / 4))
    const samples = sampler.samples.slice(earlier)
    quarters.push(Math.max(...samples.map(({ processes }) => processes['image-service']?.memoryBytes ?? 0)))
  }
  const [first = 0] = quarters
  const most = Math.max(...quarters)
  return [
    {
      what: 'memory of image-service over 2,000 images, last quarter',
      floor: 'itself in the first quarter',
      ratio: (quarters.at(-1) ?? 0) / first,
      goal: { most: 1.1 },
      here: quarters.map(mebibytes).join(', '),
    },
    {
      what: 'memory of image-service over 2,000 images, all its processes',
      floor: '500 MB',
      ratio: most / maxBytes,
      goal: { most: 1 },
      here: `at most ${mebibytes(most)}; ${largeOnes} of 2000 × 2000 and 4000 × 3000, ${smallOnes} of 800 × 800`,
    },
  ]
}

function respondWith(bytes: Buffer): Parameters<ImageHost['answer']>[1] {
  return (_request, response) => response.writeHead(200, { 'content-length': bytes.length }).end(bytes)
}

/** A product may have 250. */
const imagesOfOne = 100
let made = 1

/** Milliseconds from the confirm to the end of the run's image phase. */
async function processImages(system: System, urls: string[]): Promise<number> {
  const count = Math.ceil(urls.length / imagesOfOne)
  const images = urls.map((url) => ({ url, alt: '' }))
  const products = makeProducts({ from: made, count }).map((product, index) =>
    withImages(product, images.slice(index * imagesOfOne, (index + 1) * imagesOfOne)),
  )
  made += count
  const draft = await system.upload(canonicalFile(products))
  return timed(async () => {
    const { run_id: runId }: Run = await system.confirm(draft.draft_id)
    const event = await waitFor(
      'the end of the image phase',
      () => system.events('image_phase_completed').find(({ run_id: id }) => id === runId),
      { timeoutMs: 300_000, everyMs: 10 },
    )
    if (event['fetched'] !== urls.length) throw new Error('not all pictures were fetched')
  })
}
