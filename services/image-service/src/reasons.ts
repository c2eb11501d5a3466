import type { Reason } from '@catalog/contracts'
import type { Details, ImageError } from './image-error.ts'

/** What the merchant is told about an attempt that ended without renditions. Never an address, never an inside detail. */
export function describeForMerchant({ reason, detail, status }: ImageError): string {
  if (reason === 'http_error') return statusSentences.get(status ?? 0) ?? otherStatus(status)
  const said: string | Readonly<Record<string, string>> = sentences[reason]
  return typeof said === 'string' ? said : (said[detail] ?? 'The picture could not be fetched.')
}

const tooManyBytes = 'The picture is larger than 20 MB. Save a smaller one.'
const unreachable = 'The image host could not be reached, or the connection broke off.'
const tooSlow = 'The image host took too long to answer.'

const sentences = {
  url_not_allowed: {
    syntax:
      'The URL, or one it redirects to, is not a valid web address that starts with http:// or https://.',
    scheme: 'The URL, or one it redirects to, does not start with http:// or https://.',
    credentials: 'The URL, or one it redirects to, holds a user name or a password. Use one without.',
    port: 'The URL, or one it redirects to, names a port other than 80 and 443.',
    length: 'The URL, or one it redirects to, is longer than 2,048 characters.',
  },
  address_blocked: 'The URL, or a page it redirects to, names an address that is not public on the internet.',
  // One text for all four details: a different one would tell which internal names exist.
  resolution_rejected:
    'The host in the URL does not exist or is not on the public internet. Check how it is spelled.',
  too_many_redirects:
    'The URL redirects more than 5 times, or in a circle. Use the address of the picture itself.',
  too_large: {
    declared: tooManyBytes,
    streamed: tooManyBytes,
    inflated: tooManyBytes,
    pixels: 'The picture has more than 50 megapixels. Save a smaller one.',
    avif_pixels: 'The picture is an AVIF of more than 16 megapixels. Save it smaller, or as JPEG.',
  },
  not_an_image: {
    empty: 'The URL leads to an empty file.',
    unknown: 'The URL does not lead to a picture in JPEG, PNG, WebP, GIF, AVIF or TIFF.',
    truncated: 'The picture ends too early. Upload it to the image host again.',
    corrupt: 'The picture is damaged and cannot be read. Save it anew.',
    encoding: 'The image host sent the picture in an encoding that cannot be read.',
    html: 'The URL leads to a web page, not to a picture. Use the address of the picture itself.',
    pdf: 'The URL leads to a PDF, not to a picture: save the picture as JPEG or PNG.',
    svg: convert('SVG', 'PNG'),
    heic: convert('HEIC', 'JPEG'),
    jxl: convert('JPEG XL', 'JPEG'),
    jp2: convert('JPEG 2000', 'JPEG'),
    bmp: convert('BMP', 'PNG'),
    ico: convert('ICO', 'PNG'),
    psd: convert('PSD', 'JPEG'),
  },
  network_error: {
    tls: 'No secure connection to the image host could be made: its certificate or its TLS set-up is not valid.',
    refused: unreachable,
    reset: unreachable,
    unreachable,
    dns_server: unreachable,
    incomplete: unreachable,
    protocol: unreachable,
    header_size: unreachable,
  },
  timeout: {
    decode: 'The picture took too long to process. Save it smaller, or as JPEG, PNG or WebP.',
    dns: tooSlow,
    connect: tooSlow,
    headers: tooSlow,
    idle: tooSlow,
    total: tooSlow,
  },
  storage_error: 'The picture could not be stored.',
  attempts_exhausted: {
    decoder_ended: 'The picture could not be read: each attempt broke off. Save it anew, as JPEG or PNG.',
    decoder_memory: 'The picture takes too much memory to read. Save it smaller, or as JPEG.',
  },
} as const satisfies {
  [R in Exclude<Reason, 'http_error'>]: string | Record<Details[R], string>
}

function convert(format: string, target: string): string {
  return `The picture is in the format ${format}, which is not accepted: save it as ${target}.`
}

const statusSentences = new Map([
  [401, 'The image host does not hand this picture to everyone (status 401).'],
  [403, 'The image host does not hand this picture to everyone (status 403).'],
  [404, 'The image host does not have this picture (status 404).'],
  [410, 'The image host does not have this picture any more (status 410).'],
  [429, 'The image host limits how many pictures we may fetch (status 429).'],
])

function otherStatus(status: number | undefined): string {
  return `The image host answered without the picture (status ${status ?? 'unknown'}).`
}
