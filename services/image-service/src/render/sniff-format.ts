import type { UnusableFormat } from '../image-error.ts'

const acceptedFormats = ['jpeg', 'png', 'webp', 'gif', 'avif', 'tiff'] as const

export type AcceptedFormat = (typeof acceptedFormats)[number]

export function isAccepted(format: string): format is AcceptedFormat {
  return acceptedFormats.some((accepted) => accepted === format)
}

/** The format of a file by its first bytes, whatever its content type. */
export function sniffFormat(bytes: Uint8Array): AcceptedFormat | UnusableFormat | 'unknown' {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024)).toString(
    'latin1',
  )
  for (const [format, ...beginnings] of signatures) {
    if (beginnings.some((beginning) => head.startsWith(beginning))) return format
  }
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'webp'
  if (head.startsWith('BM') && head.startsWith('\0\0\0\0', 6)) return 'bmp'
  return sniffBoxes(head) ?? sniffText(head) ?? 'unknown'
}

/** As latin1 text, where each character is a byte. */
const signatures: [AcceptedFormat | UnusableFormat, ...string[]][] = [
  ['jpeg', '\xff\xd8\xff'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['gif', 'GIF87a', 'GIF89a'],
  // TIFF and BigTIFF, in either byte order.
  ['tiff', 'II*\0', 'MM\0*', 'II+\0', 'MM\0+'],
  ['jxl', '\xff\x0a', '\0\0\0\x0cJXL \r\n\x87\n'],
  ['jp2', '\xff\x4f\xff\x51', '\0\0\0\x0cjP  \r\n\x87\n'],
  ['ico', '\0\0\x01\0', '\0\0\x02\0'],
  ['psd', '8BPS\0'],
]

/** AVIF and HEIC share the ISO container: the brands in its first box distinguish them. */
function sniffBoxes(head: string): 'avif' | 'heic' | undefined {
  if (head.slice(4, 8) !== 'ftyp') return undefined
  const end = Math.min(Buffer.from(head.slice(0, 4), 'latin1').readUInt32BE(), head.length)
  // The major brand, 4 bytes of version, then the compatible brands.
  const brands = [head.slice(8, 12), ...(head.slice(16, end).match(/[^]{4}/g) ?? [])]
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  return brands.some((brand) => /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand)) ? 'heic' : undefined
}

function sniffText(head: string): 'svg' | 'html' | 'pdf' | undefined {
  const text = head
    .replace(/^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)/, '')
    .replaceAll('\0', '')
    .trimStart()
  if (text.startsWith('%PDF-')) return 'pdf'
  if (!text.startsWith('<')) return undefined
  if (/<svg[\s>]/i.test(text) && !/<(?:html|body)[\s>]/i.test(text)) return 'svg'
  return /^<(?:!doctype html|!--|html|head|body|title|script|meta|div|p|h1)/i.test(text) ? 'html' : undefined
}
