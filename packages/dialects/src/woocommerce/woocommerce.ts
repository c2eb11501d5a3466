import type { CanonicalTable, CsvRecord, Dialect } from '../dialect.ts'
import { HeaderColumns } from '../header-columns.ts'
import { metadataColumns } from '../metadata-columns.ts'
import { namedColumns } from '../named-cells.ts'
import { toCanonicalRows } from './canonical-rows.ts'
import { isKnown, metaKey, nearestColumn, normalize } from './columns.ts'
import { unifyMarks, weightMark } from './decimal-marks.ts'
import { nameHandles } from './handles.ts'
import { linkParents } from './link-parents.ts'
import { linkStored, orphansOf } from './link-stored.ts'
import { nameOptions } from './options.ts'
import { readRows } from './rows.ts'
import type { WooRow } from './rows.ts'

/** The export of WooCommerce's own product exporter (csv-format.md §9). */
export const woocommerce: Dialect = {
  name: 'woocommerce',
  normalize,
  mustHave: { all: ['type', 'name'], any: ['regular price', 'visibility in catalog', 'is featured?'] },
  never: [],
  knows: isKnown,
  nearest: nearestColumn,
  read(header: string[], records: CsvRecord[], now: Date): CanonicalTable {
    const columns = new HeaderColumns(header, normalize)
    const rows = readRows(header, records, columns)
    linkParents(rows)
    const made = nameHandles(rows)
    nameOptions(rows)
    const mark = weightMark(rows)
    const metadata = metadataColumns(columns.names(), metaKey)
    const readRow = (row: WooRow) => toCanonicalRows(row, { mark, now, metadata })
    const read = rows.map(readRow)
    const table = () =>
      unifyMarks({
        columns: [...namedColumns, ...metadata.map(({ column }) => column)],
        rows: read.flat(),
        canonical: false,
        handlesFromNames: { made, hasSkus: columns.has('sku') },
        compareAtFollowsPrice: columns.has('sale price'),
      })
    const orphans = orphansOf(rows)
    if (orphans.length === 0) return table()
    return {
      ...table(),
      outside: {
        skus: orphans.flatMap(({ sku, parentSku }) => [sku, parentSku]).filter((sku) => sku !== ''),
        link(find) {
          for (const { index, row } of linkStored(orphans, find)) read[index] = readRow(row)
          return table()
        },
      },
    }
  },
}
