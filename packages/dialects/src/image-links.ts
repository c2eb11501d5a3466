import { shortened } from '@catalog/catalog'
import type { CanonicalRow } from './dialect.ts'
import { addIssue } from './row-issues.ts'

/** The image cells that are URLs; the others are the shop's own files, with a warning on the row. */
export function fetchable<Image extends { url: string; column: string }>(
  images: Image[],
  row: CanonicalRow,
): Image[] {
  return images.filter(({ url, column }) => {
    if (url === '') return false
    if (/^https?:/i.test(url)) return true
    addIssue(row.warnings, {
      column,
      code: 'image_not_fetchable',
      value: shortened(url, 200),
      parameters: { case: 'file_name' },
    })
    return false
  })
}
