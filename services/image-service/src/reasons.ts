import { refusals } from '@catalog/address-guard'
import type { Reason } from '@catalog/contracts'
import type { Details, ImageError } from './image-error.ts'

/** The merchant's message for an attempt without renditions. It contains no address and no internal detail. */
export function describeForMerchant({ reason, detail, status }: ImageError): string {
  if (reason === 'http_error') return statusSentences.get(status ?? 0) ?? otherStatus(status)
  const text: string | Readonly<Record<string, string>> = sentences[reason]
  return typeof text === 'string' ? text : (text[detail] ?? 'The picture could not be fetched.')
}

const tooManyBytes = 'The picture is larger than 20 MB. Save it smaller and put it online again.'
const unreachable =
  'The image host could not be reached, or the connection was aborted. Try again later; if that does not help, check that the URL opens in your browser.'
const tooSlow = 'The image host took too long to send the picture. Try again later, or use a smaller file.'

const sentences = {
  url_not_allowed: {
    syntax: refusals.syntax.message,
    scheme: refusals.scheme.message,
    credentials: refusals.credentials.message,
    port: refusals.port.message,
    length: refusals.length.message,
  },
  address_blocked: refusals.literal.message,
  // One text for all four details: different ones would reveal which internal names exist.
  resolution_rejected: refusals.internal_name.message,
  too_many_redirects:
    'The URL redirects more than 5 times, or in a circle. Open it in your browser and use the address at which you end up.',
  too_large: {
    declared: tooManyBytes,
    streamed: tooManyBytes,
    inflated: tooManyBytes,
    pixels: 'The picture has more than 50 megapixels. Save a smaller one.',
    avif_pixels: 'The picture is an AVIF of more than 16 megapixels. Save it smaller, or as JPEG.',
    side: 'The picture is longer or wider than 65,535 pixels. Save a smaller one.',
    work: 'The picture takes too much work to process. Save it smaller, or as JPEG.',
  },
  not_an_image: {
    empty: 'The URL leads to an empty file.',
    unknown: 'The URL does not lead to a picture that can be read: JPEG, PNG, WebP, GIF, AVIF or TIFF.',
    truncated: 'The picture is incomplete. Upload it to the image host again.',
    corrupt: 'The picture is damaged and cannot be read. Save it again and put it online again.',
    encoding: 'The image host sent the picture in an encoding that cannot be read. Put it on another host.',
    html: 'The URL leads to a web page, not to a picture. Open it, copy the picture’s own address, and use that.',
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
    tls: 'No secure connection to the image host could be made: its certificate or its TLS set-up is not valid. Ask the operator of the host to renew it.',
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
  storage_error: 'Retry the images: the picture could not be stored. Your file is not the cause.',
  attempts_exhausted: {
    decoder_ended: 'The picture could not be read: each attempt was aborted. Save it again, as JPEG or PNG.',
    decoder_memory: 'The picture takes too much memory to read. Save it smaller, or as JPEG.',
  },
} as const satisfies {
  [R in Exclude<Reason, 'http_error'>]: string | Record<Details[R], string>
}

function convert(format: string, target: string): string {
  return `The picture is in the format ${format}, which is not accepted: save it as ${target}.`
}

const notPublic = (status: number) =>
  `Make the picture public at the image host: it is not accessible to everyone (status ${status}).`

const statusSentences = new Map([
  [401, notPublic(401)],
  [403, notPublic(403)],
  [404, 'The image host does not have this picture (status 404). Check the URL.'],
  [410, 'The image host does not have this picture any more (status 410). Check the URL.'],
  [429, 'The image host limits how many pictures may be fetched (status 429). Try again later.'],
])

function otherStatus(status: number | undefined): string {
  return status !== undefined && status >= 500
    ? `Try again later: the image host has a problem (status ${status}).`
    : `The image host answered without the picture (status ${status ?? 'unknown'}). Check that the URL opens in your browser.`
}
