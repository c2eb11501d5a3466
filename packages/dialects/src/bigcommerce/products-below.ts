import type { CanonicalRow, CanonicalTable, MadeHandle } from '../dialect.ts'
import type { HeaderColumns } from '../header-columns.ts'
import { namedColumns, namedRows } from '../named-cells.ts'
import { nearestName } from '../nearest-name.ts'
import { namesWith, productHandles } from '../product-handles.ts'
import { slug } from '../slug.ts'
import { warnOfWeights } from '../weights-without-unit.ts'
import { issueOf } from '../row-issues.ts'

/** A Product row and, by kind, the rows directly below that belong to it; undefined for rows without a product. */
export interface ProductRows<Kind extends string> {
  product: CanonicalRow
  /** `''` if none can be made of its name. */
  handle: string
  below: { kind: Kind | undefined; row: CanonicalRow }[]
}

/** Columns of a format, normalised but for `column`, and the kinds of its rows besides products. */
interface Layout<Kind extends string> {
  column: string
  kinds: readonly Kind[]
  weight: string
  name: string
  sku: string
  id: string
}

/**
 * The table of a file whose rows name their kind in `column`: what `readProduct` sets for each row of a product. Weights
 * in the column `weight` are left out with a warning.
 */
export function readProductsBelow<Kind extends string>(
  columns: HeaderColumns,
  rows: CanonicalRow[],
  { column, kinds, weight, name, sku, id }: Layout<Kind>,
  readProduct: (product: ProductRows<Kind>, read: Map<CanonicalRow, CanonicalRow[]>) => void,
): CanonicalTable {
  const read = new Map<CanonicalRow, CanonicalRow[]>()
  const kindOf = (row: CanonicalRow) => columns.cell(row, column.toLowerCase())
  const named = productsBelow(rows, { column, kindOf, kinds }).map((product) => {
    const row = product.product
    const [code, number] = [columns.cell(row, sku), columns.cell(row, id)]
    return {
      product,
      row,
      names: namesWith(columns.cell(row, name), [code, number]),
      sku: code,
      id: number,
    }
  })
  const made = new Map<string, MadeHandle>()
  const handles = productHandles(named, { made, system: 'bigcommerce' })
  for (const each of named) {
    const { product, row, names } = each
    product.handle = handles.get(each) ?? ''
    if (product.handle === '' && slug(names[0] ?? '') !== '') refuse(row)
    readProduct(product, read)
  }
  return {
    columns: namedColumns,
    rows: rows.flatMap((row) => read.get(row) ?? namedRows(row, [])),
    canonical: false,
    handlesFromNames: { made, hasSkus: columns.has(sku) },
    compareAtFollowsPrice: columns.has('sale price'),
    warnings: warnOfWeights(columns, rows, weight),
  }
}

function refuse({ errors }: CanonicalRow): void {
  errors.push(issueOf('handle', 'missing_value', null, { case: 'repeated_name' }))
}

/**
 * Groups the rows by the Product row above them. A row of a kind that is not in `kinds`, or without a product above it,
 * fails. If its kind is not a misspelling of one of `kinds`, it may be a product, and the rows below it fail too.
 */
function productsBelow<Kind extends string>(
  rows: CanonicalRow[],
  {
    column,
    kindOf,
    kinds,
  }: { column: string; kindOf: (row: CanonicalRow) => string; kinds: readonly Kind[] },
): ProductRows<Kind>[] {
  const products: ProductRows<Kind>[] = []
  let doubtful: CanonicalRow | undefined
  for (const row of rows) {
    const word = kindOf(row)
    const kind = kinds.find((known) => known === word.toLowerCase())
    if (word.toLowerCase() === 'product') {
      products.push({ product: row, handle: '', below: [] })
      doubtful = undefined
    } else if (!kind) {
      row.errors.push(
        issueOf(column, 'unknown_row_type', word, {
          case: 'words',
          words: ['Product', ...kinds.map(capitalized)].join(', '),
        }),
      )
      products.at(-1)?.below.push({ kind, row })
      if (!isNear(word, kinds)) doubtful = row
    } else if (doubtful) {
      row.needs = [doubtful.row]
      row.errors.push(issueOf(column, 'parent_not_found', word, { case: 'unknown_kind', row: doubtful.row }))
    } else if (products.length === 0) {
      row.errors.push(issueOf(column, 'parent_not_found', word, { case: 'none_above' }))
    } else {
      products.at(-1)?.below.push({ kind, row })
    }
  }
  return products
}

/** Longer words are not misspelt kinds. */
const maxKindLength = 20

function isNear(word: string, kinds: readonly string[]): boolean {
  if (word.length > maxKindLength) return false
  const nearest = nearestName(word.toLowerCase(), ['product', ...kinds])
  return nearest !== null && nearest !== 'product'
}

/**
 * Sets for the rows of a product which others they need: the Product row needs the variants that name its options
 * (without any, it would be a variant itself); the rows below need those and the Product row. In addition, each needs
 * all rows of the kinds that `alsoNeeds` returns.
 */
export function recordNeeds<Kind extends string>(
  { product, below }: ProductRows<Kind>,
  naming: CanonicalRow[],
  alsoNeeds: (row: CanonicalRow, kind: Kind | undefined) => readonly Kind[],
): void {
  product.needs = [...(product.needs ?? []), ...naming.map(({ row }) => row)]
  const always = [product.row, ...product.needs]
  const lists = new Map<string, number[]>()
  for (const { kind, row } of below) {
    const also = alsoNeeds(row, kind)
    const list =
      lists.get(also.join()) ??
      always.concat(
        below.filter((other) => other.kind && also.includes(other.kind)).map((other) => other.row.row),
      )
    lists.set(also.join(), list)
    row.needs = list
  }
}

function capitalized(kind: string): string {
  return kind === 'sku' ? 'SKU' : `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
}
