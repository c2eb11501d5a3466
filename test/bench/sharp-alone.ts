import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { atATime } from '../support/at-a-time.ts'
import { answerQuestions } from './helper-process.ts'
import { timed } from './alternate.ts'

// The floor of the image benchmark: decoding and encoding with as little overhead as possible.
const workers = 4
const sizes = [
  { side: 2048, quality: 82 },
  { side: 1200, quality: 80 },
  { side: 480, quality: 80 },
  { side: 160, quality: 80 },
]

sharp.concurrency(1)
sharp.cache(false)

const files = (process.env['BENCH_PICTURES'] ?? '').split(':')
const pictures = await Promise.all(files.map((file) => readFile(file)))

answerQuestions(() => timed(() => atATime(workers, pictures, render)))

/** One decode; each smaller rendition is made from the larger one, as in the service. */
async function render(picture: Buffer): Promise<void> {
  let source = sharp(picture).autoOrient()
  for (const { side, quality } of sizes) {
    const { data, info } = await source
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .raw()
      .toBuffer({ resolveWithObject: true })
    source = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    await source.clone().webp({ quality, effort: 2 }).toBuffer()
  }
}
