import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import type { FocusEvent } from 'react'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../components/button.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { countProducts } from './product-groups.ts'
import type { ProductGroup } from './product-groups.ts'
import { ProductRows } from './product-rows.tsx'
import type { RowKind } from './row-search.ts'
import styles from './products-table.module.css'

interface ProductsTableProps {
  groups: readonly ProductGroup[]
  /** Only rows of this kind are shown. */
  show: RowKind | undefined
  /** Heading of what happens to each. */
  happens: string
}

/** What is open: nothing but these, or everything but these. */
interface Open {
  all: boolean
  except: ReadonlySet<string>
}

const closed: Open = { all: false, except: new Set() }

/** Products, each of which opens to its rows; of thousands only those in sight are in the document. */
export function ProductsTable({ groups, show, happens }: ProductsTableProps) {
  const { t } = useI18n()
  const [open, setOpen] = useState(closed)
  const isOpen = (key: string) => open.all !== open.except.has(key)
  const toggle = useCallback((key: string) => {
    setOpen(({ all, except }) => {
      const without = new Set(except)
      if (!without.delete(key)) without.add(key)
      return { all, except: without }
    })
  }, [])
  const { products, strayRows } = useMemo(() => countProducts(groups), [groups])
  const { table, items, height, offset, measure, keepFocused } = useVirtualRows(groups)
  return (
    <div className={styles.products}>
      <div className={styles.tools}>
        <p className={styles.count} role="status">
          {t('rows.products', { count: products })}
          {strayRows > 0 && ` · ${t('rows.strayRows', { count: strayRows })}`}
        </p>
        <Button
          kind="quiet"
          onPress={() => setOpen({ all: !open.all, except: new Set() })}
          aria-expanded={open.all}
        >
          {t(open.all ? 'rows.closeAll' : 'rows.openAll')}
        </Button>
      </div>
      <div ref={table} role="table" aria-label={t('rows.productsTable')} aria-rowcount={groups.length + 1}>
        <div role="rowgroup">
          <div role="row" aria-rowindex={1} className={styles.header}>
            <span role="columnheader">{t('rows.product')}</span>
            <span role="columnheader">{happens}</span>
          </div>
        </div>
        <div role="presentation" className={styles.body} style={{ height }} onFocus={keepFocused}>
          {items.map((item) => {
            const group = groups[item.index]
            return (
              group && (
                <div
                  key={item.key}
                  role="rowgroup"
                  ref={measure}
                  data-index={item.index}
                  className={styles.item}
                  style={{ transform: `translateY(${item.start - offset}px)` }}
                >
                  <ProductRows
                    group={group}
                    show={show}
                    index={item.index}
                    isOpen={isOpen(group.key)}
                    onToggle={toggle}
                  />
                </div>
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}

function useVirtualRows(groups: readonly ProductGroup[]) {
  const table = useRef<HTMLDivElement>(null)
  const [offset, setOffset] = useState(0)
  // Stays in the document wherever the window is scrolled to, so that the focus is not lost with it.
  const [focused, setFocused] = useState(-1)
  // Whatever stands above may grow or shrink: a notice, the list of ignored columns.
  useLayoutEffect(() => {
    const find = () => {
      const top = table.current?.querySelector('[role=presentation]')?.getBoundingClientRect().top ?? 0
      setOffset(Math.round(top + window.scrollY))
    }
    find()
    const observer = new ResizeObserver(find)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  // oxlint-disable-next-line react/incompatible-library -- what it returns is used here alone, and nothing is memoised
  const virtualizer = useWindowVirtualizer({
    count: groups.length,
    estimateSize: () => 61,
    overscan: 12,
    scrollMargin: offset,
    getItemKey: (index) => groups[index]?.key ?? index,
    useFlushSync: false,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      if (focused < 0 || focused >= range.count || indexes.includes(focused)) return indexes
      return [...indexes, focused].sort((one, other) => one - other)
    },
  })
  return {
    table,
    offset,
    items: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    keepFocused: ({ target }: FocusEvent) =>
      setFocused(Number(target.closest('[data-index]')?.getAttribute('data-index') ?? -1)),
  }
}
