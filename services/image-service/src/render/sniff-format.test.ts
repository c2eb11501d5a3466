import { describe, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { sniffFormat } from './sniff-format.ts'

const pixel = sharp({ create: { width: 2, height: 2, channels: 3, background: '#123456' } })

describe('knows what sharp makes', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const)('%s', async (format) => {
    expect(sniffFormat(await pixel.clone().toFormat(format).toBuffer())).toBe(format)
  })
})

describe('names what is not accepted', () => {
  test.each([
    ['svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['svg', '\ufeff<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "" "">\n<!-- made by hand --><svg width="1">'],
    ['svg', '  \n<SVG >'],
    ['html', '<!DOCTYPE html><html><body><svg width="1"></svg></body></html>'],
    ['html', '\n\n<html lang="en">'],
    ['html', '<!-- cached --><html>'],
    ['html', '<head><title>404</title>'],
    ['pdf', '%PDF-1.7\n'],
    ['heic', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
    ['heic', '\0\0\0\x18ftypmif1\0\0\0\0mif1heic'],
    ['avif', '\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf'],
    ['avif', '\0\0\0\x18ftypavis\0\0\0\0msf1avis'],
    ['jxl', '\0\0\0\x0cJXL \r\n\x87\n'],
    ['jxl', '\xff\x0a\x00'],
    ['jp2', '\0\0\0\x0cjP  \r\n\x87\n'],
    ['bmp', 'BM\x36\x00\x0c\x00\0\0\0\0'],
    ['ico', '\0\0\x01\0\x01\0'],
    ['psd', '8BPS\0\x01'],
    ['tiff', 'II+\0'],
    ['tiff', 'MM\0*'],
    ['unknown', ''],
    ['unknown', 'hello'],
    ['unknown', 'BMW is not a bitmap'],
    ['unknown', '{"error":"not found"}'],
    ['unknown', '<rss version="2.0">'],
    ['unknown', '\0\0\0\x18ftypmp42\0\0\0\0isommp42'],
    ['unknown', 'RIFF\x24\0\0\0WAVE'],
    ['unknown', '\xff\xd8'],
  ])('%s: %j', (format, text) => {
    expect(sniffFormat(Buffer.from(text, text.startsWith('\ufeff') ? 'utf8' : 'latin1'))).toBe(format)
  })
})
