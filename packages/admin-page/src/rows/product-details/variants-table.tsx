import { useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { VisuallyHidden } from '../../components/visually-hidden.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { fieldName } from '../../messages/known-codes.ts'
import { ColumnName } from '../column-name.tsx'
import { isClear } from '@catalog/catalog/change-groups'
import { RowRemarks } from '../row-remarks.tsx'
import { FieldValue } from './field-value.tsx'
import type { Cell, Line, ProductView } from './product-view.ts'
import { RowBadge } from './row-badge.tsx'
import { useOverflow } from './use-overflow.ts'
import styles from './variants-table.module.css'

interface VariantsTableProps {
  view: ProductView
  /** The table's accessible name. */
  label: string
}

/** Lines shown at first; a button shows more. */
const shownLines = 100

/** The rows of a product, one line each: the variant and its changes. */
export function VariantsTable({ view, label }: VariantsTableProps) {
  const { t } = useI18n()
  const [showsAll, setShowsAll] = useState(false)
  const asked: unknown = useSearch({ strict: false, select: ({ row }) => row })
  const region = useRef<HTMLDivElement>(null)
  const overflows = useOverflow(region)
  const { lines, columns } = view
  const isAskedFor = lines.findIndex(({ row }) => row.row === asked) >= shownLines
  const shown = showsAll || isAskedFor ? lines : lines.slice(0, shownLines)
  const options = view.options.map((name, index) => ({ name, column: `option${index + 1}_value` }))
  const hasSkus = lines.some(({ sku }) => sku !== '')
  const tracks = options.length + Number(hasSkus) + columns.length
  return (
    <>
      {view.common.length > 0 && <Common view={view} />}
      <div
        ref={region}
        className={styles.region}
        // Focusable, so that the arrow keys scroll it.
        {...(overflows && { tabIndex: 0, role: 'region', 'aria-label': label })}
      >
        <div
          role="table"
          aria-label={label}
          aria-rowcount={lines.length + 1}
          className={classNames('stack figures', styles.table)}
          style={{ gridTemplateColumns: `max-content${' minmax(5rem, auto)'.repeat(tracks)}` }}
        >
          <div role="rowgroup" className={styles.group}>
            <div role="row" aria-rowindex={1} className={classNames('note medium', styles.header)}>
              <span role="columnheader">{t('details.row')}</span>
              {options.map(({ name, column }) => (
                <span role="columnheader" key={column}>
                  {name ?? <ColumnName name={column} />}
                </span>
              ))}
              {[...(hasSkus ? ['variant_sku'] : []), ...columns].map((column) => (
                <span role="columnheader" key={column}>
                  <ColumnName name={column} />
                </span>
              ))}
            </div>
          </div>
          <div role="rowgroup" className={styles.group}>
            {shown.map((line, index) => (
              <LineOfTable
                key={line.key}
                line={line}
                index={index}
                options={options}
                columns={columns}
                hasSkus={hasSkus}
                isNext={showsAll && index === shownLines}
              />
            ))}
          </div>
        </div>
      </div>
      {shown.length < lines.length && (
        <div>
          <Button kind="quiet" onPress={() => setShowsAll(true)}>
            {t('details.showAllVariants', { count: lines.length })}
          </Button>
        </div>
      )}
    </>
  )
}

interface LineProps {
  line: Line
  index: number
  options: readonly { name: string | null; column: string }[]
  columns: readonly string[]
  hasSkus: boolean
  /** The pressed "show more" button is gone: this line gets the focus. */
  isNext: boolean
}

function LineOfTable({ line, index, options, columns, hasSkus, isNext }: LineProps) {
  const { t } = useI18n()
  const { row, isFirst } = line
  const hasRemarks = isFirst && row.errors.length + row.warnings.length > 0
  const number = t('rows.rowNumber', { row: String(row.row) })
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={styles.line}
      tabIndex={-1}
      {...(isFirst && { id: `row-${row.row}` })}
      ref={isNext ? focus : undefined}
    >
      <div role="rowheader" className={classNames('line gap-2 nowrap', styles.head)}>
        {isFirst ? (
          <>
            <span className="medium">{number}</span>
            <RowBadge kind={row.kind} />
          </>
        ) : (
          <VisuallyHidden>{number}</VisuallyHidden>
        )}
      </div>
      {options.map(({ name, column }, option) => (
        <CellOfTable
          key={column}
          cell={line.options[option]}
          label={name ?? fieldName(t, column)}
          line={line}
          isName
        />
      ))}
      {hasSkus && <CellOfTable cell={line.sku} label={fieldName(t, 'variant_sku')} line={line} isName />}
      {columns.map((column) => (
        <CellOfTable key={column} cell={line.changes.get(column)} label={fieldName(t, column)} line={line} />
      ))}
      {hasRemarks && (
        <div role="cell" className={styles.remarks}>
          <RowRemarks row={row} />
        </div>
      )}
    </div>
  )
}

function focus(element: HTMLElement | null): void {
  element?.focus()
}

interface CellProps {
  /** Undefined if it does not change. */
  cell: Cell | undefined
  label: string
  line: Line
  /** It identifies the variant. */
  isName?: boolean
}

function CellOfTable({ cell, label, line: { row }, isName = false }: CellProps) {
  const { t } = useI18n()
  if (cell === undefined || cell === '') {
    return (
      <div role="cell" className={classNames(styles.cell, styles.same)}>
        {!isName && (
          <>
            <span aria-hidden="true">–</span>
            <VisuallyHidden>{t('details.same')}</VisuallyHidden>
          </>
        )}
      </div>
    )
  }
  if (typeof cell === 'string') {
    return (
      <div role="cell" className={classNames(styles.cell, styles.name)}>
        <span className={styles.label}>{label}</span> <bdi>{cell}</bdi>
      </div>
    )
  }
  const isUpdate = cell.before !== null
  return (
    <div
      role="cell"
      className={classNames(styles.cell, isUpdate && styles.changed, isClear(cell) && styles.cleared)}
    >
      <span className={styles.label}>{label}</span>{' '}
      <FieldValue change={cell} label={label} pictures={row.pictures} />
    </div>
  )
}

/** Shown once instead of in each line. */
function Common({ view: { common, lines } }: { view: ProductView }) {
  const { t } = useI18n()
  return (
    <p className="note">
      {t('details.sameForAll', { count: lines.length })}{' '}
      {common.map(({ field, after }, index) => (
        <span key={field}>
          {index > 0 && ' · '}
          {fieldName(t, field)} <bdi className="ink medium">{after}</bdi>
        </span>
      ))}
    </p>
  )
}
