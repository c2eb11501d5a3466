import type { DraftProduct } from '@catalog/contracts'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import type { VirtualItem } from '@tanstack/react-virtual'
import type { FocusEvent } from 'react'
import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Preview } from '../api/preview.ts'
import { Button } from '../components/button.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import type { Choosing } from './choosing.ts'
import { keptHere, useKeep } from './keep-place.ts'
import type { Kept } from './keep-place.ts'
import type { AskedRow } from './product-details.tsx'
import { ProductRows } from './product-rows.tsx'
import styles from './products-table.module.css'

interface ProductsTableProps {
  preview: Preview
  choosing: Choosing | null
  /** As far as they are loaded. */
  products: readonly DraftProduct[]
  total: number
  /** Called when a product in view is not loaded yet. */
  onMissing: () => void
  /** The row of the file to open and scroll to. */
  row: number | undefined
  /** The requested row and a counter: requesting the same one again scrolls to it again. */
  asked: AskedRow
  /** Heading of the column with the changes. */
  happens: string
}

/** The open products: only these, or all but these. */
interface Open {
  all: boolean
  except: ReadonlySet<string>
}

/**
 * Approximate position of the table in pixels until it is measured, so that few products are rendered unnecessarily.
 */
const usualOffset = 600

const closed: Open = { all: false, except: new Set() }
const openHere: Kept<Open> = new Map()
const sizesHere: Kept<VirtualItem[]> = new Map()

/** Products, which open to their rows. Of thousands, only those in view are loaded and in the document. */
export function ProductsTable(props: ProductsTableProps) {
  const { preview, choosing, products, total, onMissing, row, asked, happens } = props
  const { t } = useI18n()
  const [open, setOpen] = useState(() => keptHere(openHere, closed))
  useKeep(openHere, () => open)
  const isOpen = (key: string) => open.all !== open.except.has(key)
  const toggle = useCallback((key: string) => {
    setOpen(({ all, except }) => {
      const without = new Set(except)
      if (!without.delete(key)) without.add(key)
      return { all, except: without }
    })
  }, [])
  const isPrinting = usePrinting()
  const virtual = useVirtualRows(products, total)
  const { table, offset, measure, keep, keepFocused } = virtual
  const items = isPrinting ? products.map((_, at) => ({ index: at, start: null })) : virtual.items
  const isMissing = virtual.items.some((item) => item.index >= products.length)
  useEffect(() => {
    if (isMissing) onMissing()
  }, [isMissing, onMissing])
  const index = useMemo(
    () => (row === undefined ? -1 : products.findIndex(({ rows }) => rows.includes(row))),
    [products, row],
  )
  const [shown, setShown] = useState<AskedRow>({ row: undefined, times: 0 })
  const isAsked = shown.row !== row || (asked.row === row && asked.times !== shown.times)
  if (index !== -1 && isAsked) {
    setShown({ row, times: asked.times })
    const key = products[index]?.handle ?? ''
    if (!isOpen(key)) toggle(key)
    keep(index)
  }
  return (
    <div className={styles.products}>
      <div className={styles.tools}>
        <p className={styles.count} role="status">
          {t('rows.products', { count: total })}
        </p>
        <Button
          kind="quiet"
          onPress={() => setOpen({ all: !open.all, except: new Set() })}
          aria-expanded={open.all}
        >
          {t(open.all ? 'rows.closeAll' : 'rows.openAll')}
        </Button>
      </div>
      <div ref={table} role="table" aria-label={t('rows.productsTable')} aria-rowcount={total + 1}>
        <div role="rowgroup">
          <div role="row" aria-rowindex={1} className={styles.header}>
            <span role="columnheader">{t('rows.product')}</span>
            <span role="columnheader">{happens}</span>
          </div>
        </div>
        <div
          role="presentation"
          className={styles.body}
          style={isPrinting ? undefined : { height: virtual.height }}
          onFocus={keepFocused}
        >
          {items.map(({ index: at, start }) => {
            const product = products[at]
            return (
              <div
                key={product?.handle ?? at}
                role="rowgroup"
                ref={measure}
                data-index={at}
                className={start === null ? undefined : styles.item}
                style={start === null ? undefined : { transform: `translateY(${start - offset}px)` }}
              >
                {product ? (
                  <ProductRows
                    preview={preview}
                    choosing={choosing}
                    product={product}
                    index={at}
                    isOpen={isOpen(product.handle)}
                    onToggle={toggle}
                    asked={at === index ? shown : null}
                  />
                ) : (
                  <div role="row" aria-rowindex={at + 2}>
                    <div role="cell">
                      <Skeleton lines={2} />
                    </div>
                  </div>
                )}
              </div>
            )
          })}
        </div>
      </div>
      {isPrinting && products.length < total && (
        <p className={styles.tools}>{t('rows.notPrinted', { count: total - products.length })}</p>
      )}
    </div>
  )
}

/** When printing, all products must be in the document before the browser lays it out. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

function useVirtualRows(products: readonly DraftProduct[], total: number) {
  const table = useRef<HTMLDivElement>(null)
  const [offset, setOffset] = useState(usualOffset)
  // The focused product stays in the document wherever the window is scrolled, so that the focus is not lost.
  const [focused, setFocused] = useState(-1)
  // Open products are taller than their estimate: without the measured sizes, Back would scroll elsewhere.
  const [sizes] = useState(() => keptHere(sizesHere, []))
  // Content above the table may grow or shrink: a notice, the list of ignored columns.
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
    count: total,
    estimateSize: () => 61,
    // Products that scrolling will reveal are rendered after those in view.
    overscan: useDeferredValue(12, 0),
    scrollMargin: offset,
    getItemKey: (index) => products[index]?.handle ?? index,
    useFlushSync: false,
    initialMeasurementsCache: sizes,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      if (focused < 0 || focused >= range.count || indexes.includes(focused)) return indexes
      return [...indexes, focused].sort((one, other) => one - other)
    },
  })
  useKeep(sizesHere, () => virtualizer.takeSnapshot())
  return {
    table,
    offset,
    items: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    keep: setFocused,
    keepFocused: ({ target }: FocusEvent) =>
      setFocused(Number(target.closest('[data-index]')?.getAttribute('data-index') ?? -1)),
  }
}
