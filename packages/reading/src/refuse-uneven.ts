import { ServiceError } from '@catalog/contracts'

/** How many cells a row has of those of the header. */
export interface RowWidth {
  row: number
  cells: number
}

/**
 * Refuses a file most of whose rows lack cells, and not all as many: their cells may be under names of other columns.
 * A program may leave out the same empty columns at the end of every row, and a shop system may add columns in the
 * course of an export (`grows`).
 * @throws ServiceError `uneven_rows`
 */
export function refuseUneven(rows: RowWidth[], width: number, grows: boolean): void {
  const short = rows.filter(({ cells }) => cells < width)
  const [first] = short
  if (!first || 2 * short.length <= rows.length || short.every(({ cells }) => cells === first.cells)) return
  if (grows && rows.every(({ cells }, index) => cells >= (rows[index - 1]?.cells ?? 0))) return
  throw new ServiceError(
    'uneven_rows',
    `Of ${rows.length.toLocaleString('en')} rows, ${short.length.toLocaleString('en')} have fewer cells than the header has columns, and not all as many: row ${first.row} has ${first.cells} of ${width}. Prices and texts may be in the wrong columns. Export the file again, or put each cell that holds the separator, a quotation mark or a line break in quotation marks.`,
    {
      errors: short
        .slice(0, 20)
        .map(({ row, cells }) => ({ row, message: `The row has ${cells} of ${width} cells.` })),
    },
  )
}
