import { plainProductColumns, plainVariantColumns } from '@catalog/catalog'
import { StatementPart } from '../postgres/database.ts'

/** The plain columns of a product; its description only if `is_whole`. */
export const productNames = new StatementPart(
  plainProductColumns
    .map(({ stored: { column } }) =>
      column === 'description_html' ? 'case when is_whole then description_html end' : column,
    )
    .join(', '),
)

export const variantNames = new StatementPart(
  plainVariantColumns.map(({ stored }) => stored.column).join(', '),
)
