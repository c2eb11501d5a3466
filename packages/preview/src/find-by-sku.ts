import { brief, guard, handleColumn, shortened, skuColumn, spellingsOf, titleColumn } from '@catalog/catalog'
import type { RowWarningCode, StoredProduct } from '@catalog/catalog'
import type { CanonicalRow, CanonicalTable, RowIssue } from '@catalog/dialects'
import { issue } from './file-row.ts'
import { cellReader, handlesOf, paddedHandles, skusOf } from './keys.ts'
import { namedRows, productsOfNames, productsOfSkus } from './named-products.ts'
import type { FoundHandle, NamedProduct, SkuOwners } from './named-products.ts'
import { handlesOfNamesakes, resolveNames, sourceIdKey } from './resolve-names.ts'

/** The SKUs by which rows may find their stored products: SKUs of rows without a handle, or with one made of a name. */
export function identifyingSkus(table: CanonicalTable): string[] {
  if (table.productsOfSkus) return skusOf(table)
  const skus = new Set<string>()
  const rows = table.canonical ? rowsWithoutHandle(table) : namedRows(table)
  for (const { sku } of rows) if (sku !== undefined) skus.add(sku)
  return [...skus].flatMap(spellingsOf)
}

/** The handles to load once the products are that have the file's handles or own its SKUs. */
export function furtherHandles(
  table: CanonicalTable,
  owners: SkuOwners,
  stored: ReadonlyMap<string, StoredProduct>,
): string[] {
  const padded = paddedHandles(handlesOf(table), stored)
  return table.canonical || stored.size === 0
    ? padded
    : [...padded, ...handlesOfNamesakes(productsOf(table, owners).products, stored)]
}

/**
 * The table with the handles of products that rows identify by a SKU of the catalog (csv-format.md §4). In canonical
 * files, for rows without a handle; in other formats, instead of a handle made of the product's name, so that a renamed
 * product is updated, and another product of the same name added. `stored` has the loaded products by handle.
 */
export function findBySku(
  table: CanonicalTable,
  owners: SkuOwners,
  stored: ReadonlyMap<string, StoredProduct>,
): CanonicalTable {
  const found = table.canonical ? ofRows(table, owners) : ofNames(table, owners, stored)
  if (found.size === 0) return table
  const columns = [...table.columns]
  const handleAt = columnAt(columns, handleColumn.name)
  const hasIds = [...found.values()].some(({ sourceId }) => sourceId !== undefined)
  // A custom field of the file itself takes precedence.
  const idAt = hasIds && !columns.includes(sourceIdColumn) ? columnAt(columns, sourceIdColumn) : undefined
  return {
    ...table,
    columns,
    rows: table.rows.map((row) => {
      const result = found.get(row)
      if (result === undefined) return row
      const { handle, error, warning, sourceId } = result
      const cells = withCell(row.cells, handleAt, table.canonical ? guard(handle) : handle)
      return {
        ...row,
        cells: sourceId === undefined || idAt === undefined ? cells : withCell(cells, idAt, sourceId),
        errors: error ? [...row.errors, error] : row.errors,
        warnings: warning ? [...row.warnings, warning] : row.warnings,
      }
    }),
  }
}

const sourceIdColumn = `metadata.${sourceIdKey}`

function columnAt(columns: (string | null)[], name: string): number {
  const position = columns.indexOf(name)
  return position === -1 ? columns.push(name) - 1 : position
}

function withCell(cells: string[], position: number, cell: string): string[] {
  const all = [...cells]
  while (all.length < position) all.push('')
  all[position] = cell
  return all
}

interface Found extends FoundHandle {
  warning?: RowIssue<RowWarningCode> | undefined
  sourceId?: string | undefined
}

function ofRows(table: CanonicalTable, owners: SkuOwners): Map<CanonicalRow, Found> {
  const found = new Map<CanonicalRow, Found>()
  for (const { row, sku } of rowsWithoutHandle(table)) {
    const owner = sku === undefined ? undefined : owners.get(sku)
    if (owner) found.set(row, { handle: owner.handle })
  }
  return found
}

function* rowsWithoutHandle(
  table: CanonicalTable,
): Generator<{ row: CanonicalRow; sku: string | undefined }> {
  const skus = cellReader(table, skuColumn)
  const position = table.columns.indexOf(handleColumn.name)
  for (const row of table.rows) {
    if (!row.skipped && !row.cells[position]?.trim()) yield { row, sku: skus.read(row.cells) }
  }
}

function ofNames(
  table: CanonicalTable,
  owners: SkuOwners,
  stored: ReadonlyMap<string, StoredProduct>,
): Map<CanonicalRow, Found> {
  const { products, found: known } = productsOf(table, owners)
  const found = new Map<CanonicalRow, Found>(known)
  const titles = cellReader(table, titleColumn)
  const resolved = resolveNames(products, stored, {
    claimed: known.values().map(({ handle }) => handle),
    hasSkus: table.handlesFromNames?.hasSkus ?? false,
    // A report has only those variants of a product that failed.
    namesTie: (table.isReport || table.handlesFromNames?.namesTie) ?? false,
  })
  for (const [product, { handle, namesake, sourceId }] of resolved) {
    if (handle === product.made && !namesake && sourceId === undefined) continue
    const result = handle === undefined ? withoutHandle(product) : { handle }
    for (const row of product.rows) found.set(row, result)
    const [first] = product.rows
    if (!first || (!namesake && sourceId === undefined)) continue
    const warning = namesake && nameExists(titles.read(first.cells), namesake, namesake.handle === handle)
    found.set(first, { ...result, warning, sourceId })
  }
  return found
}

function productsOf(table: CanonicalTable, owners: SkuOwners): ReturnType<typeof productsOfSkus> {
  if (table.productsOfSkus) return productsOfSkus(table, owners)
  return { products: productsOfNames(table, owners), found: new Map() }
}

function withoutHandle({ made }: NamedProduct): Found {
  return {
    handle: '',
    error: {
      column: handleColumn.name,
      code: 'missing_value',
      value: shortened(made, 200),
      parameters: { case: 'repeated_name' },
    },
  }
}

/**
 * A stored product has the name, and the product is added because its SKUs or ids say that it is another, or taken for
 * that one because nothing does.
 */
function nameExists(
  title: string | undefined,
  { handle, variants }: StoredProduct,
  isTaken: boolean,
): RowIssue<RowWarningCode> {
  const sku = variants.find((variant) => variant.sku !== '')?.sku
  return issue(
    titleColumn.name,
    'title_exists',
    title,
    sku === undefined
      ? { case: 'other_id', handle, key: sourceIdKey }
      : { case: isTaken ? 'no_sku' : 'other_sku', handle, sku: brief(sku) },
  )
}
