import { imageColumns, shortened } from '@catalog/catalog'
import { spreadsheetCellLength } from './column-reader.ts'
import { issue } from './file-row.ts'
import type { RowPart } from './file-row.ts'

/** Warns of cells that are valid but unusual. */
export function warnOfCells(part: RowPart): void {
  warnOfLength(part)
  if (!part.isImage) warnOfStrayImageCells(part)
  const { imageUrl } = part.variant
  if (!part.isVariant && imageUrl) {
    part.row.warnings.push(
      issue('variant_image_url', 'ignored_value', shortened(imageUrl, 200), { case: 'no_variant' }),
    )
  }
}

/** Only a description may be as long as that. */
function warnOfLength({ product, row }: RowPart): void {
  if ((product?.descriptionHtml?.length ?? 0) <= spreadsheetCellLength) return
  row.warnings.push(issue('description_html', 'long_description'))
}

function warnOfStrayImageCells({ image, row }: RowPart): void {
  for (const { name, field } of imageColumns) {
    const value = image[field]
    if (value === undefined) continue
    row.warnings.push(issue(name, 'ignored_value', shortened(String(value), 200), { case: 'no_image' }))
  }
}
