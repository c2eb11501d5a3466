import type { PoolClient } from 'pg'
import type { ChosenColumns } from '@catalog/catalog'
import type { ServiceError } from '@catalog/contracts'
import { ofProduct, productsOf } from './catalog.sql.ts'
import type { Selection } from './catalog.sql.ts'
import { tooLargeForWorkbook, workbookLimits } from './workbook.ts'

/**
 * Why the products of the snapshot do not fit into a workbook; undefined if they do. A text that is too long only because
 * of its formula guard is not found here.
 */
export async function reasonAgainstWorkbook(
  client: PoolClient,
  selection: Selection,
  columns: ChosenColumns,
  metadataKeys: string[],
  maxRows = workbookLimits.rows,
): Promise<ServiceError | undefined> {
  if (columns.header(metadataKeys).length > workbookLimits.columns)
    return tooLargeForWorkbook('The catalog has more than the 16,384 columns that a workbook can hold')
  const { from, matches, values } = productsOf(selection)
  const has = (name: string) => columns.names.includes(name)
  const rowsOf = [
    '1',
    ...(has('variant_sku') ? [countOf('variants')] : []),
    ...(has('image_url') ? [countOf('product_images')] : []),
  ].join(', ')
  const longTexts = largeTexts
    .filter(([name]) => has(name))
    .map(([name, isLong]) => `when ${isLong} then '${name}'`)
  const longText = longTexts.length === 0 ? 'null' : `case ${longTexts.join(' ')} end`
  const { rows } = await client.query<{ row_count: number; long_text: [string, string] | null }>(
    `select
       (select sum(greatest(${rowsOf})) from ${from} where ${matches})::float8 as row_count,
       (
         select array[handle, long_text]
         from (select handle, ${longText} as long_text from ${from} where ${matches} offset 0) texts
         where long_text is not null
         limit 1
       ) as long_text`,
    values,
  )
  const [row] = rows
  if (row === undefined) throw new Error('a statement that has one row had none')
  if (row.row_count >= maxRows)
    return tooLargeForWorkbook('The catalog has more than the 1,048,575 rows that a workbook can hold')
  if (row.long_text === null) return undefined
  const [handle, column] = row.long_text
  return tooLargeForWorkbook(
    `The ${column} of “${handle}” is longer than the 32,767 characters that a cell of a workbook can hold`,
  )
}

const countOf = (table: string) => `(select count(*) from ${table} where ${ofProduct})`

/** Whether a text has more UTF-16 units than a cell can hold. Only of one with as many bytes, characters are counted. */
const isLong = (text: string) => `case
  when octet_length(${text}) <= ${workbookLimits.cellLength} then false
  when length(${text}) > ${workbookLimits.cellLength} then true
  else length(${text}) + length(regexp_replace(${text}, '[^\\U00010000-\\U0010FFFF]+', '', 'g')) > ${workbookLimits.cellLength}
end`

/** The columns whose cells can be so long. So many tags of 255 characters that are two units each fit. */
const largeTexts = [
  ['description_html', isLong('description_html')],
  ['tags', `cardinality(tags) > 63 and ${isLong(`array_to_string(tags, ', ')`)}`],
] as const
