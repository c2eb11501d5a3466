import type { CanonicalTable, CsvRecord, Dialect } from '../dialect.ts'
import { namedColumns } from '../named-cells.ts'
import { toCanonicalRows } from './canonical-rows.ts'
import { isKnown, nearestColumn, normalize } from './columns.ts'
import { unifyMarks, weightMark } from './decimal-marks.ts'
import { nameHandles } from './handles.ts'
import { linkParents } from './link-parents.ts'
import { linkStored, orphansOf } from './link-stored.ts'
import { nameOptions } from './options.ts'
import { readRows } from './rows.ts'

/** The export of WooCommerce's own product exporter (csv-format.md §9). */
export const woocommerce: Dialect = {
  name: 'woocommerce',
  normalize,
  mustHave: { all: ['type', 'name'], any: ['regular price', 'visibility in catalog', 'is featured?'] },
  never: ['handle'],
  knows: isKnown,
  nearest: nearestColumn,
  read(header: string[], records: CsvRecord[]): CanonicalTable {
    const rows = readRows(header, records)
    linkParents(rows)
    nameHandles(rows)
    nameOptions(rows)
    const mark = weightMark(rows)
    const read = rows.map((row) => toCanonicalRows(row, mark))
    const table = () => unifyMarks({ columns: namedColumns, rows: read.flat(), canonical: false })
    const orphans = orphansOf(rows)
    if (orphans.length === 0) return table()
    return {
      ...table(),
      outside: {
        skus: orphans.flatMap(({ sku, parentSku }) => [sku, parentSku]).filter((sku) => sku !== ''),
        link(find) {
          for (const { index, row } of linkStored(orphans, find)) read[index] = toCanonicalRows(row, mark)
          return table()
        },
      },
    }
  },
}
