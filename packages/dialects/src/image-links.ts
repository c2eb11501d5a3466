import { imageUrl, maxUrlLength } from '@catalog/catalog'
import type { CanonicalRow } from './dialect.ts'
import { addIssue, issueOf } from './row-issues.ts'

/** A cell with the address of an image, or with several. */
interface ImageCell {
  url: string
  column: string
}

/** One for each image of these cells. */
export function listed<Image extends ImageCell>(cells: Image[]): Image[] {
  return cells.flatMap((cell) =>
    imageList(cell.url).map((url) => (url === cell.url ? cell : Object.assign({}, cell, { url }))),
  )
}

const separators = /((?:[\s;|]|,(?<!\\,))+)/
const address = /^(?:https?:)?\/\//i
const ending = String.raw`\.(?:jpe?g|png|gif|webp|avif|hei[cf]|tiff?|bmp|svg)(?:[?#][^]*)?$`
const picture = new RegExp(ending, 'i')
/** Of a file, or of one in a path from the shop's root. */
const name = new RegExp(`^(?:/[^]*|[^/]+)${ending}`, 'i')

/**
 * The images of a list (csv-format.md §9). Behind an address, what separates images may also be a part of it. A comma
 * after a backslash always is. `isImage`: what else begins an image.
 */
export function imageList(cell: string, isImage: (part: string) => boolean = () => false): string[] {
  if (!/[\s;|,]/.test(cell)) return cell === '' ? [] : [cell]
  const parts = cell.trim().split(separators)
  const images: string[] = []
  let before = ''
  let separator = '\n'
  parts.forEach((part, index) => {
    if (index % 2 === 1) {
      separator = part
      return
    }
    if (address.test(part) || separates(separator, part)) images.push(part)
    else images.push(`${images.pop() ?? ''}${separator}${part}`)
    before = part
  })
  return images.flatMap((image) => (image === '' ? [] : [image.replaceAll('\\,', ',')]))

  function separates(by: string, part: string): boolean {
    if (part === '' || !/[,;|\n]/.test(by)) return part === ''
    if (!address.test(images.at(-1) ?? '') || isImage(part)) return true
    return [picture.test(before), /\s/.test(by), name.test(part)].filter(Boolean).length >= 2
  }
}

/**
 * The images that have an address, as it is stored. The others are left out, with a warning on the row, and what is
 * beyond `most`.
 */
export function fetchable<Image extends ImageCell>(
  images: Image[],
  { warnings }: Pick<CanonicalRow, 'warnings'>,
  most = Infinity,
): Image[] {
  const usable = images.flatMap((image) => {
    const { url, column } = image
    if (url === '') return []
    const { value } = imageUrl.read(url, '.')
    if (value !== undefined) return [value === url ? image : Object.assign({}, image, { url: value })]
    const fault = !/^(?:https?:|\/\/)/i.test(url)
      ? 'file_name'
      : url.length > maxUrlLength
        ? 'length'
        : 'syntax'
    addIssue(warnings, issueOf(column, 'image_not_fetchable', url, { case: fault }))
    return []
  })
  const beyond = usable[most]
  if (beyond) {
    addIssue(
      warnings,
      issueOf(beyond.column, 'ignored_value', beyond.url, {
        case: 'too_many_images',
        count: usable.length,
        limit: most,
      }),
    )
  }
  return usable.slice(0, most)
}
