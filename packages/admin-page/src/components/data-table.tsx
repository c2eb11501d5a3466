import { FlexRender, rowSortingFeature, tableFeatures, useTable } from '@tanstack/react-table'
import type { ColumnDef, RowData, SortingState } from '@tanstack/react-table'
import { Fragment } from 'react'
import type { ReactNode, Ref } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './data-table.module.css'

const features = tableFeatures({ rowSortingFeature })

/** Static: cells are components, and would lose their state with another definition. */
export type Column<Row extends RowData> = ColumnDef<typeof features, Row> & { id: string }

/** A row that is in the document, and the height of those before it that are not. */
export interface ShownRow {
  index: number
  gap: number
}

interface DataTableProps<Row extends RowData> {
  label: string
  className: string | undefined
  columns: Column<Row>[]
  /** As far as they are loaded. */
  rows: Row[]
  keyOf: (row: Row) => string
  /** By which the server has sorted. */
  sorting: SortingState
  /** Without it, people cannot sort. */
  onSort?: (column: string | undefined) => void
  total: number
  shown: readonly ShownRow[]
  /** The height of the rows after those shown. */
  rest: number
  ref?: Ref<HTMLTableElement>
  measure?: Ref<HTMLTableSectionElement>
  /** Shown for a row that is not loaded. */
  placeholder?: ReactNode
  /** What a row opens to; null while it is closed. */
  renderBelow?: (row: Row, index: number) => ReactNode
}

/** A table whose rows may open; on narrow screens each is a card. Its roles hold where its styles make blocks of it. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { ref, label, className, columns, rows, keyOf, sorting, onSort, total, shown } = props
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: keyOf,
    manualSorting: true,
    enableSorting: onSort !== undefined,
    state: { sorting },
    onSortingChange: (change) => {
      const [first] = typeof change === 'function' ? change(sorting) : change
      onSort?.(first?.id)
    },
  })
  const model = table.getRowModel().rows
  return (
    <table
      ref={ref}
      role="table"
      aria-label={label}
      aria-rowcount={total + 1}
      className={classNames(styles.table, className)}
    >
      <thead role="rowgroup" className={styles.head}>
        {table.getHeaderGroups().map(({ id, headers }) => (
          <tr key={id} role="row" aria-rowindex={1}>
            {headers.map((header) => {
              const { column } = header
              const direction = column.getIsSorted()
              return (
                <th
                  key={header.id}
                  role="columnheader"
                  scope="col"
                  data-column={column.id}
                  aria-sort={direction === false ? undefined : ariaSort[direction]}
                >
                  {column.getCanSort() ? (
                    <button
                      type="button"
                      className={styles.sort}
                      onClick={() =>
                        direction === false
                          ? column.toggleSorting(column.columnDef.sortDescFirst === true)
                          : column.clearSorting()
                      }
                    >
                      <FlexRender header={header} />
                      <Icon name="chevron" />
                    </button>
                  ) : (
                    <FlexRender header={header} />
                  )}
                </th>
              )
            })}
          </tr>
        ))}
      </thead>
      {shown.map(({ index, gap }) => {
        const row = model[index]
        const details = row && props.renderBelow?.(row.original, index)
        return (
          <Fragment key={row?.id ?? index}>
            {gap > 0 && <Gap height={gap} />}
            <tbody role="rowgroup" ref={props.measure} data-index={index}>
              <tr role="row" aria-rowindex={index + 2} className={styles.row}>
                {row ? (
                  row.getAllCells().map((cell) => (
                    <td key={cell.id} role="cell" data-column={cell.column.id}>
                      <FlexRender cell={cell} />
                    </td>
                  ))
                ) : (
                  <td role="cell" colSpan={columns.length}>
                    {props.placeholder}
                  </td>
                )}
              </tr>
              {details && (
                <tr role="row" className={styles.details}>
                  <td role="cell" colSpan={columns.length}>
                    {details}
                  </td>
                </tr>
              )}
            </tbody>
          </Fragment>
        )
      })}
      {props.rest > 0 && <Gap height={props.rest} />}
    </table>
  )
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

function Gap({ height }: { height: number }) {
  return (
    <tbody role="presentation">
      <tr role="presentation" style={{ height }} />
    </tbody>
  )
}
