import type { DraftProduct } from '@catalog/contracts'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import type { VirtualItem } from '@tanstack/react-virtual'
import type { FocusEvent } from 'react'
import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Preview } from '../api/preview.ts'
import { Button } from '../components/button.tsx'
import { DataTable } from '../components/data-table.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { keptHere, useKeep } from './keep-place.ts'
import type { Kept } from './keep-place.ts'
import { Opening, productColumns } from './product-columns.tsx'
import { ProductDetails } from './product-details.tsx'
import type { AskedRow } from './product-details.tsx'
import { sorts } from './row-search.ts'
import type { Sort } from './row-search.ts'
import styles from './products-table.module.css'

interface ProductsTableProps {
  preview: Preview
  /** Products can be left out. */
  canLeaveOut: boolean
  /** As far as they are loaded. */
  products: DraftProduct[]
  total: number
  sort: Sort
  onSort: (sort: Sort) => void
  /** Called when a product in view is not loaded yet. */
  onMissing: () => void
  /** The row of the file to open and scroll to. */
  row: number | undefined
  /** The requested row and a counter: requesting the same one again scrolls to it again. */
  asked: AskedRow
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
const columnsWithoutTicks = productColumns.slice(1)

/** Products, which open to their rows. Of thousands, only those in view are loaded and in the document. */
export function ProductsTable(props: ProductsTableProps) {
  const { preview, canLeaveOut, products, total, sort, onSort, onMissing, row, asked } = props
  const { t } = useI18n()
  const [open, setOpen] = useState(() => keptHere(openHere, closed))
  useKeep(openHere, () => open)
  const opening = useMemo(
    (): Opening => ({
      isOpen: (handle) => open.all !== open.except.has(handle),
      toggle: (handle) =>
        setOpen(({ all, except }) => {
          const without = new Set(except)
          if (!without.delete(handle)) without.add(handle)
          return { all, except: without }
        }),
    }),
    [open],
  )
  const isPrinting = usePrinting()
  const { table, offset, items, height, measure, keep, keepFocused, focus } = useVirtualRows(products, total)
  const isMissing = items.some((item) => item.index >= products.length)
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
    if (!opening.isOpen(key)) opening.toggle(key)
    keep(index)
  }
  const end = items.at(-1)?.end ?? offset
  return (
    <>
      <Opening value={opening}>
        <div
          role="presentation"
          onFocus={keepFocused}
          onKeyDown={({ key, target }) => {
            const step = steps.get(key)
            const isTitle = target instanceof Element && target.matches('[data-index] [aria-expanded]')
            if (step === undefined || !isTitle) return
            focus(Math.min(total - 1, Math.max(0, indexOf(target) + step)))
          }}
        >
          <DataTable
            ref={table}
            measure={measure}
            className={styles.products}
            label={t('rows.productsTable')}
            columns={canLeaveOut ? productColumns : columnsWithoutTicks}
            rows={products}
            keyOf={({ handle }) => handle}
            sorting={sort === 'file' ? [] : [{ id: sort, desc: sort !== 'title' }]}
            onSort={(column) => onSort(sorts.find((one) => one === column) ?? 'file')}
            total={total}
            shown={
              isPrinting
                ? products.map((_, at) => ({ index: at, gap: 0 }))
                : items.map((item, at) => ({
                    index: item.index,
                    gap: item.start - (items[at - 1]?.end ?? offset),
                  }))
            }
            rest={isPrinting ? 0 : offset + height - end}
            placeholder={<Skeleton lines={2} />}
            renderBelow={(product, at) =>
              opening.isOpen(product.handle) && (
                <ProductDetails preview={preview} product={product} asked={at === index ? shown : null} />
              )
            }
          />
        </div>
      </Opening>
      {total > 0 && (
        <div className={styles.foot}>
          <Button
            kind="quiet"
            onPress={() => setOpen({ all: !open.all, except: new Set() })}
            aria-expanded={open.all}
          >
            {t(open.all ? 'rows.closeAll' : 'rows.openAll')}
          </Button>
          {isPrinting && products.length < total && (
            <p>{t('rows.notPrinted', { count: total - products.length })}</p>
          )}
        </div>
      )}
    </>
  )
}

/** The arrow keys lead from title to title. */
const steps: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
])

function indexOf(element: Element): number {
  return Number(element.closest('[data-index]')?.getAttribute('data-index') ?? -1)
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
  const table = useRef<HTMLTableElement>(null)
  const [offset, setOffset] = useState(usualOffset)
  // The focused product stays in the document wherever the window is scrolled, so that the focus is not lost.
  const [focused, setFocused] = useState(-1)
  // Open products are taller than their estimate: without the measured sizes, Back would scroll elsewhere.
  const [sizes] = useState(() => keptHere(sizesHere, []))
  // Content above the table may grow or shrink: a notice, the list of ignored columns.
  useLayoutEffect(() => {
    const find = () => {
      // Not where its head is, which sticks.
      const top = table.current?.getBoundingClientRect().top ?? 0
      setOffset(Math.round(top + window.scrollY + (table.current?.tHead?.offsetHeight ?? 0)))
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
    focus: (index: number) => {
      flushSync(() => setFocused(index))
      table.current?.querySelector<HTMLElement>(`[data-index="${index}"] [aria-expanded]`)?.focus()
    },
    keepFocused: ({ target }: FocusEvent) => setFocused(indexOf(target)),
  }
}
