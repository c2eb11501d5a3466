import { crc32, deflateSync } from 'node:zlib'

/** An 8-bit grey PNG of any announced size, with `bytes` deflated zeros as pixels. */
export function pngOf({ width, height, bytes }: { width: number; height: number; bytes: number }): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.writeUInt8(8, 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(bytes))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}

/** A GIF with a screen of 64 × 48, and frames of a pixel each. */
export function gifOf(frames: number): Buffer {
  const screen = Buffer.alloc(7)
  screen.writeUInt16LE(64, 0)
  screen.writeUInt16LE(48, 2)
  // A palette of two colours.
  screen.writeUInt8(0x80, 4)
  const palette = Buffer.from([200, 100, 50, 0, 0, 0])
  const control = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0])
  const image = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 0x01, 0])
  const frame = Buffer.concat([control, image])
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    screen,
    palette,
    Buffer.concat(Array.from({ length: frames }, () => frame)),
    Buffer.from([0x3b]),
  ])
}

interface Tiff {
  width: number
  height: number
  /** Number of deflated zeros in the file; by default all that the size needs. */
  bytes?: number
  /** Bits of each of the 4 samples of a pixel: 8, or 32 for floating point. */
  bits?: 8 | 32
}

/** An RGBA TIFF in a single strip, which a reader has to keep in memory as a whole. */
export function tiffOf({ width, height, bits = 8, bytes = width * height * (bits / 2) }: Tiff): Buffer {
  const strip = deflateSync(Buffer.alloc(bytes))
  const entries: [tag: number, type: number, count: number, value: number][] = [
    [256, 4, 1, width],
    [257, 4, 1, height],
    [258, 3, 4, 8],
    [259, 3, 1, 8],
    [262, 3, 1, 2],
    [273, 4, 1, 24],
    [277, 3, 1, 4],
    [278, 4, 1, height],
    [279, 4, 1, strip.length],
    [338, 3, 1, 2],
    [339, 3, 4, 16],
  ]
  const head = Buffer.alloc(24)
  head.write('II*\0', 'latin1')
  head.writeUInt32LE(24 + strip.length, 4)
  for (let sample = 0; sample < 4; sample += 1) {
    head.writeUInt16LE(bits, 8 + 2 * sample)
    head.writeUInt16LE(bits === 32 ? 3 : 1, 16 + 2 * sample)
  }
  const directory = Buffer.alloc(2 + 12 * entries.length + 4)
  directory.writeUInt16LE(entries.length)
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = 2 + 12 * index
    directory.writeUInt16LE(tag, at)
    directory.writeUInt16LE(type, at + 2)
    directory.writeUInt32LE(count, at + 4)
    directory.writeUInt32LE(value, at + 8)
  }
  return Buffer.concat([head, strip, directory])
}

/** A progressive JPEG that repeats its last scan. */
export function repeatLastScan(jpeg: Buffer, times: number): Buffer {
  const scan = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]))
  // From the scan's tables on.
  const tables = jpeg.lastIndexOf(Buffer.from([0xff, 0xc4]), scan)
  const from = tables > jpeg.lastIndexOf(Buffer.from([0xff, 0xda]), scan - 1) ? tables : scan
  const end = jpeg.lastIndexOf(Buffer.from([0xff, 0xd9]))
  const last = jpeg.subarray(from, end)
  return Buffer.concat([
    jpeg.subarray(0, end),
    ...Array.from({ length: times }, () => last),
    jpeg.subarray(end),
  ])
}
