import type { CanonicalRow } from '../dialect.ts'
import { fetchable, imageList } from '../image-links.ts'

/** Base URL of the files of Wix's media manager. */
const mediaUrl = 'https://static.wixstatic.com/media/'

/** `4cb4a2_d69789…~mv2.jpg`, `nsplsh_50424…~mv2_d_3000_2000_s_2.jpg`; earlier ones without `~mv2`. */
const mediaName = /^[0-9a-z]{1,20}_[0-9a-z]{8,64}(?:~mv2\w{0,64})?\.[a-z]{2,5}$/i
/** Files of the earliest stores may have no ending, or nothing before their id: `4cb4a2_6bc281…`, `4539ff….jpg`. */
const mediaId = /^(?:[0-9a-f]{1,20}_)?[0-9a-f]{32}(?:\.[a-z]{2,5})?$/i

/** Current exports: `wix:image://v1/<name>/<title>#originWidth=…`. */
const mediaReference = /^wix:image:\/\/v1\/([^/#]{1,200})/
const mediaTitle = /(wix:image:\/\/v1\/[^/#;]{1,200})[^;]*/g

/**
 * The URLs of a list of images; entries that are neither URLs nor Wix images are left out, with a warning.
 */
export function imagesOf(cell: string, row: CanonicalRow, most?: number): string[] {
  const images = imageList(cell.replaceAll(mediaTitle, '$1'), (part) => addressOf(part) !== part)
  const cells = images.map((name) => ({ column: 'image_url', url: addressOf(name) }))
  return [...new Set(fetchable(cells, row, most).map(({ url }) => url))]
}

function addressOf(name: string): string {
  const media = mediaReference.exec(name)?.[1] ?? name
  return mediaName.test(media) || mediaId.test(media) ? `${mediaUrl}${media}` : name
}
