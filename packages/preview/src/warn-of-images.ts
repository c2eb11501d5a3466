import { shortened } from '@catalog/catalog'
import type { ParametersOf } from '@catalog/catalog'
import { addIssue } from '@catalog/dialects'
import { issue } from './file-row.ts'
import type { RowPart } from './file-row.ts'

/** Warns of an image that will be rejected whatever its host answers. */
export function warnOfFault({ row, image }: RowPart, parameters: ParametersOf<'image_not_fetchable'>): void {
  addIssue(row.warnings, {
    ...issue('image_url', 'image_not_fetchable', shortened(image.url ?? '', 200), parameters),
    ...(parameters.case === 'share_link' && { suggestion: String(parameters.address) }),
  })
}
