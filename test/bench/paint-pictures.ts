import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/** Pictures that are hard, easy and large to encode, painted because real ones are somebody's property. */
export async function paintPictures(folder: string): Promise<string[]> {
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

/** A picture of the usual size in shops. */
export function paintSmallPicture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 120, sigma: 20 } as const
  return sharp({ create: { width: 800, height: 800, channels: 3, background: '#888', noise } })
    .blur(1.5)
    .jpeg({ quality: 88 })
    .toBuffer()
}
