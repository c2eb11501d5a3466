import { riskCodes } from '@catalog/catalog/change-groups'
import type { ProductKind, Tally } from '@catalog/contracts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { productsQuery, readHandles } from '../api/preview.ts'
import type { Preview } from '../api/preview.ts'
import { Button } from '../components/button.tsx'
import { classNames } from '../components/class-names.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { QueryProblem } from '../components/query-problem.tsx'
import { SearchBox } from '../components/search-box.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { VisuallyHidden } from '../components/visually-hidden.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import type { Translate } from '../i18n/translate.ts'
import { ChangeFilter } from './change-filter.tsx'
import { Choosing } from './choosing.ts'
import { ErrorReport } from './error-report.tsx'
import { Narrowed } from './narrowed.tsx'
import type { AskedRow } from './product-details.tsx'
import { ProductsTable } from './products-table.tsx'
import { ShowRow } from './row-link.tsx'
import { affectedKinds, changedSearch, filtersOf, isOpen, productKinds, shownKinds } from './row-search.ts'
import type { RowSearch, SearchChange } from './row-search.ts'
import { Tiles } from './tiles.tsx'
import type { Tile } from './tiles.tsx'
import styles from './rows.module.css'

/** Target of a skip link. */
export const productsId = 'products'

interface RowsProps {
  preview: Preview
  tally: Tally
  /** Numbers of all rows, and of those with errors. */
  rowCount: number
  errors: number
  /** The API's path of the rows with errors. */
  reportPath: string
  /** Null if nothing can be left out. */
  choosing: Choosing | null
  /** Where the corrected file is uploaded. */
  corrected?: ReactNode
  search: RowSearch
  onSearch: (search: RowSearch, options: { replace: boolean }) => void
}

/** All products of a draft or a run, with what the server counts, filters, search and details. */
export function Rows(props: RowsProps) {
  const { preview, tally, rowCount, errors, choosing, search, onSearch } = props
  const { t } = useI18n()
  const sort = search.sort ?? (tally.risks.some(isOfPrice) ? 'price' : 'file')
  const { kind, q = '', change: changes = [], risk, cause, row } = search
  const tiles = kindTiles(t, tally, rowCount, errors)
  const isAffected = isOpen(search) && tiles.some(({ id }) => id === 'affected')
  const shown = kind ?? (isAffected ? 'affected' : 'all')
  const filters = { ...filtersOf(search), ...(isAffected && { kind: affectedKinds }) }
  const query = useInfiniteQuery(productsQuery(preview, { ...filters, sort }))
  const { data, error, hasNextPage, isFetching, fetchNextPage } = query
  const products = useMemo(() => data?.pages.flatMap((page) => page.products) ?? [], [data])
  const total = data?.pages[0]?.total ?? 0
  const [asked, setAsked] = useState<AskedRow>({ row: undefined, times: 0 })
  // The risks tell of prices that change a lot.
  const causes = useMemo(() => tally.causes.filter(({ code }) => code !== 'price_jump'), [tally])
  const isNarrowed =
    shown !== 'all' || [risk, cause].some((one) => one !== undefined) || q !== '' || changes.length > 0

  const ask = (next: RowSearch, options = { replace: false }) => {
    if (next.row !== undefined) setAsked({ row: next.row, times: asked.times + 1 })
    onSearch(next, options)
  }
  const change = (part: SearchChange, replace = false) => ask(changedSearch(search, part), { replace })

  const isFound = row === undefined || products.some(({ rows }) => rows.includes(row))
  const isSought = !isFound && data !== undefined && !isFetching && error === null
  useEffect(() => {
    if (!isSought) return
    if (hasNextPage) void fetchNextPage()
    // Filters that hide the requested row are removed.
    else if (isNarrowed)
      onSearch(changedSearch({ kind: 'all' }, { row, sort: search.sort }), { replace: true })
  }, [isSought, hasNextPage, fetchNextPage, isNarrowed, row, search, onSearch])

  const panel = useFocusOfLost()
  const titleId = useId()
  return (
    <ShowRow value={(wanted) => ask({ ...search, row: wanted })}>
      <Choosing value={choosing}>
        <div className="stack gap-2">
          <Tiles
            label={t('rows.filter')}
            tiles={tiles}
            chosen={shown}
            isRequired
            onChoose={(id) => change({ kind: shownKinds.find((one) => one === id) })}
          />
          {tally.risks.length > 0 && (
            <Tiles
              label={t('rows.risks')}
              tiles={tally.risks.map(({ code, products: count, rows }) => ({
                id: code,
                name: t(`risks.${code}`),
                tone: 'warn',
                products: count,
                rows,
              }))}
              chosen={risk}
              isRequired={false}
              onChoose={(id) => change({ risk: riskCodes.find((code) => code === id) })}
            />
          )}
        </div>
        {causes.length > 0 && (
          <ErrorReport
            preview={preview}
            path={props.reportPath}
            count={errors}
            causes={causes}
            cause={cause}
            corrected={props.corrected}
            onCause={(next) => ask(next === undefined ? {} : { cause: next })}
          />
        )}
        <section
          ref={panel}
          id={productsId}
          tabIndex={-1}
          aria-labelledby={titleId}
          className={classNames('shrink card', styles.list)}
        >
          <div className={classNames('row', styles.bar)}>
            <VisuallyHidden>
              <h2 id={titleId}>{t('rows.productsTitle')}</h2>
            </VisuallyHidden>
            <p className="strong figures" role="status">
              {data && t('rows.products', { count: total })}
            </p>
            {tally.changes.length > 0 && (
              <ChangeFilter
                changes={tally.changes}
                chosen={changes}
                onChoose={(next) => change({ change: next })}
              />
            )}
            <SearchBox
              label={t('rows.search')}
              placeholder={t('rows.searchFor')}
              q={q}
              onSearch={(next) => change({ q: next }, true)}
            />
            <Narrowed
              search={search}
              tally={tally}
              onAll={() => change({ kind: 'all', risk: undefined, cause: undefined })}
            >
              {choosing && (
                <Button
                  isPending={choosing.isPending}
                  onPress={() => {
                    choosing.leaveOut(() => readHandles(preview, { ...filtersOf(search), kind: applied }))
                    // They no longer have what the list was filtered by.
                    ask({ kind: 'left_out' })
                  }}
                >
                  {t('choice.leaveOutAll')}
                </Button>
              )}
            </Narrowed>
          </div>
          <QueryProblem query={query} />
          {!data && !error && <Skeleton lines={6} />}
          {data && (
            <ProductsTable
              key={shown}
              preview={preview}
              canLeaveOut={choosing !== null}
              products={products}
              total={total}
              sort={sort}
              onSort={(next) => change({ sort: next })}
              onMissing={() => {
                if (hasNextPage && !isFetching && error === null) void fetchNextPage()
              }}
              row={row}
              asked={asked}
            />
          )}
          {data && total === 0 && (
            <EmptyState icon="search" title={t('rows.noneFound')}>
              <p>{t('rows.noneFoundText')}</p>
              <Button onPress={() => ask({ kind: 'all' })}>{t('rows.showAll')}</Button>
            </EmptyState>
          )}
        </section>
      </Choosing>
    </ShowRow>
  )
}

/** Kinds of products of which something is applied. */
const applied: ProductKind[] = ['new', 'changed']

/** Focuses the panel after what had the focus in it has left it: a product that no longer matches. */
function useFocusOfLost() {
  const panel = useRef<HTMLElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    const note = () => (hadFocus.current = panel.current?.contains(document.activeElement) === true)
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) panel.current?.focus()
  })
  return panel
}

function isOfPrice({ code }: Tally['risks'][number]): boolean {
  return code === 'price_falls' || code === 'price_rises'
}

const tones = {
  new: 'good',
  changed: 'info',
  unchanged: 'plain',
  left_out: 'plain',
  with_errors: 'bad',
} as const

/** Of all products, and of the kinds that the file has; of all that are not unchanged, if some are and some are not. */
function kindTiles(t: Translate, { products, left_out: leftOut }: Tally, rowCount: number, errors: number) {
  const rows = { new: 0, changed: 0, unchanged: 0, left_out: leftOut, with_errors: errors }
  const tiles = productKinds.map((kind): Tile => ({
    id: kind,
    name: t(`rows.${kind}`),
    tone: tones[kind],
    products: products[kind],
    rows: rows[kind],
  }))
  const count = tiles.reduce((sum, tile) => sum + tile.products, 0)
  const all: Tile = { id: 'all', name: t('rows.all'), tone: 'plain', products: count, rows: rowCount }
  const others = count - products.unchanged
  const affected: Tile = {
    id: 'affected',
    name: t('rows.affected'),
    tone: 'plain',
    products: others,
    rows: 0,
  }
  return [
    ...(others > 0 && others < count ? [affected] : []),
    all,
    ...tiles.filter((tile) => tile.products + tile.rows > 0),
  ]
}
