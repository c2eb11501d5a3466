import { imageIdentity } from '@catalog/catalog'
import { fetchable, imageList } from '../image-links.ts'
import type { CanonicalRow } from '../dialect.ts'
import { remembered } from '../remembered.ts'
import { quotedList } from './quoted-list.ts'
import type { MagentoImage, MagentoRow } from './rows.ts'
import { issueOf } from '../row-issues.ts'

/** Images of one row, at most; real galleries are far smaller. */
const maxImages = 250

/**
 * Reads the images of each row, the main one first. An image has its label once per product; the product's own row
 * comes first.
 */
export function readImages(rows: MagentoRow[]): void {
  // The variants of a product usually have the same pictures.
  const keyOf = remembered(imageIdentity)
  for (const row of rows) row.images = imagesOf(row, keyOf)
  const labelled = new Map<string, { record: CanonicalRow; alt: string }>()
  const ownFirst = [
    ...rows.filter(({ variantOf }) => !variantOf),
    ...rows.filter(({ variantOf }) => variantOf),
  ]
  for (const row of ownFirst) {
    if (row.images.every(({ alt }) => alt === '')) continue
    const needs = new Set(row.record.needs)
    for (const image of row.images) {
      if (image.alt === '') continue
      const key = JSON.stringify([row.handle, image.key])
      const earlier = labelled.get(key)
      if (!earlier) labelled.set(key, { record: row.record, alt: image.alt })
      else {
        if (earlier.alt !== image.alt) needs.add(earlier.record.row)
        image.alt = ''
      }
    }
    if (needs.size > 0) row.record.needs = [...needs]
  }
}

function imagesOf(row: MagentoRow, keyOf: (url: string) => string): MagentoImage[] {
  const { cell, record } = row
  const base = {
    url: cell('base_image'),
    column: 'base_image',
    key: '',
    alt: cell('base_image_label'),
    isBase: true,
  }
  const images = new Map<string, typeof base>()
  for (const image of [base, ...additionalImages(row)]) {
    // Magento writes `no_selection` for “none”.
    if (image.url === '' || image.url === 'no_selection') continue
    image.key = keyOf(image.url)
    const same = images.get(image.key)
    if (same) same.alt ||= image.alt
    else images.set(image.key, image)
  }
  return fetchable([...images.values()], record)
}

function additionalImages(row: MagentoRow) {
  const { cell, record } = row
  const column = 'additional_images'
  const urls = quotedList(cell(column), ',') ?? imageList(cell(column))
  if (urls.length > maxImages) {
    record.warnings.push(
      issueOf(column, 'ignored_value', null, {
        case: 'too_many_images',
        count: urls.length,
        limit: maxImages,
      }),
    )
  }
  const alts = labelsOf(row, urls.length)
  return urls
    .slice(0, maxImages)
    .map((url, index) => ({ url: url.trim(), column, key: '', alt: alts[index] ?? '', isBase: false }))
}

/** A label for each image, in order. A comma inside a label looks like a separator, unless there is one image. */
function labelsOf({ cell, record }: MagentoRow, count: number): string[] {
  const text = cell('additional_image_labels')
  if (count === 1) return [listOf(text).length > 1 ? text : (listOf(text)[0] ?? '')]
  const labels = listOf(text)
  if (labels.length <= count) return labels
  record.warnings.push(
    issueOf('additional_image_labels', 'ignored_value', text, {
      case: 'labels',
      count: labels.length,
      images: count,
    }),
  )
  return []
}

/** `a,b`, or `"a","b"` with `""` for a quotation mark. */
function listOf(cell: string): string[] {
  const values = quotedList(cell, ',') ?? (cell === '' ? [] : cell.split(','))
  return values.map((value) => value.trim())
}
