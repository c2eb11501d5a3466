import { describe, expect, test } from '@jest/globals'
import sharp from 'sharp'
import formats from '../testing/formats.json' with { type: 'json' }
import { sniffFormat } from './sniff-format.ts'

const pixel = sharp({ create: { width: 2, height: 2, channels: 3, background: '#123456' } })

describe('knows what sharp makes', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const)('%s', async (format) => {
    expect(sniffFormat(await pixel.clone().toFormat(format).toBuffer())).toBe(format)
  })
})

describe('names what is not accepted', () => {
  test.each(Object.entries(formats).flatMap(([format, texts]) => texts.map((text) => [format, text])))(
    '%s: %j',
    (format, text) => {
      expect(sniffFormat(Buffer.from(text, text.startsWith('\ufeff') ? 'utf8' : 'latin1'))).toBe(format)
    },
  )
})
