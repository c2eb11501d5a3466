import { setImmediate } from 'node:timers/promises'
import type { Knex } from 'knex'
import { plainProductColumns, plainVariantColumns } from '@catalog/catalog'
import type { StoredColumn, StoredValue } from '@catalog/catalog'
import { changesStock } from '@catalog/preview'
import type { PlannedImage, PlannedProduct, PlannedVariant } from '@catalog/preview'
import { arrayText, change, queryArrays, sql } from '../postgres/database.ts'
import type { Database, Statement } from '../postgres/database.ts'

/** One of the catalog's tables as an import writes it. */
export interface CatalogTable<Row> {
  name: string
  /**
   * The columns; the first one is the key. `stored` is the SQL that converts the values `n` if their type cannot be an
   * element of an array. It must be immutable, as distributed tables require (design.md §11): not `n.tags::text[]`.
   */
  columns: TableColumn<Row>[]
  /** What else an update sets. */
  onUpdate?: string
}

interface TableColumn<Row> {
  name: string
  type: string
  stored?: string
  value: (row: Row) => string | number | boolean | null
}

/** A statement, and how many rows it must write: exactly what was previewed must be applied. */
export interface Write extends Statement {
  rows: number
}

/** Writes all in their order. PostgreSQL executes each statement while the next one is made. */
export async function writeAll(transaction: Knex.Transaction, writes: Iterator<Write>): Promise<void> {
  for (let next = writes.next(); !next.done;) {
    const write = next.value
    const [changed, following] = await Promise.all([
      change(transaction)(write),
      setImmediate().then(() => writes.next()),
    ])
    expectAll(write.rows, changed)
    next = following
  }
}

/** Complete rows, many per statement. */
export function* insertRows<Row>(
  { name, columns }: CatalogTable<Row>,
  storefrontId: string,
  rows: Row[],
): Generator<Write> {
  for (const slice of slices(rows))
    yield {
      rows: slice.length,
      text: `
        insert into ${name} (storefront_id, ${namesOf(columns)})
        select ?, ${columns.map(newValue).join(', ')}
        from unnest(${columns.map(typedArray).join(', ')}) as n (${namesOf(columns)})`,
      values: [storefrontId, ...listsOf(columns, slice)],
    }
}

/** Complete rows, many per statement. */
export function* updateRows<Row>(
  { name, columns, onUpdate }: CatalogTable<Row>,
  storefrontId: string,
  rows: Row[],
): Generator<Write> {
  const sets = columns.slice(1).map((column) => `${column.name} = ${newValue(column)}`)
  if (onUpdate !== undefined) sets.push(onUpdate)
  const key = columns[0]?.name
  for (const slice of slices(rows)) {
    const lists = listsOf(columns, slice)
    yield {
      rows: slice.length,
      // With the list of keys, the index is walked once.
      text: `
        update ${name} o set ${sets.join(', ')}
        from unnest(${columns.map(typedArray).join(', ')}) as n (${namesOf(columns)})
        where o.storefront_id = ? and o.${key} = any(?::uuid[]) and o.${key} = n.${key}`,
      values: [...lists, storefrontId, lists[0] ?? null],
    }
  }
}

/** The stock only where it changes, since others may have been sold since the preview. */
export function* updateVariants(storefrontId: string, rows: PlannedVariant[]): Generator<Write> {
  const { stocked = [], others = [] } = Object.groupBy(rows, (row) =>
    changesStock(row) ? 'stocked' : 'others',
  )
  yield* updateRows(variantTable, storefrontId, stocked)
  yield* updateRows(variantsWithoutStock, storefrontId, others)
}

export interface NewStock {
  variantId: string
  productId: string
  quantity: number
}

/** Sets the stock of variants, and raises the version of their products' stock. `catalogVersion`: see `productsAt`. */
export function* setStocks(
  storefrontId: string,
  stocks: NewStock[],
  catalogVersion: number,
): Generator<Write> {
  if (stocks.length === 0) return
  yield {
    rows: stocks.length,
    ...sql`
      update variants o set inventory_quantity = n.quantity
      from unnest(
        ${stocks.map(({ variantId }) => variantId)}::uuid[], ${stocks.map(({ quantity }) => quantity)}::integer[]
      ) as n (variant_id, quantity)
      where o.storefront_id = ${storefrontId} and o.variant_id = n.variant_id`,
  }
  const productIds = [...new Set(stocks.map(({ productId }) => productId))]
  yield {
    rows: productIds.length,
    ...sql`
      update products set
        stock_version = stock_version + 1, catalog_version = ${catalogVersion}, updated_at = now()
      where storefront_id = ${storefrontId} and product_id = any(${productIds}::uuid[])`,
  }
}

/** Increases the versions of products of which only variants or images change. `catalogVersion`: see `productsAt`. */
export function* bumpVersions(
  storefrontId: string,
  productIds: string[],
  catalogVersion: number,
): Generator<Write> {
  if (productIds.length === 0) return
  yield {
    rows: productIds.length,
    ...sql`
      update products set version = version + 1, catalog_version = ${catalogVersion}, updated_at = now()
      where storefront_id = ${storefrontId} and product_id = any(${productIds}::uuid[])`,
  }
}

/** Removes the SKUs that move to another variant of the same import: the unique index checks each row separately. */
export function* blankSkus(storefrontId: string, variantIds: string[]): Generator<Write> {
  if (variantIds.length === 0) return
  yield {
    rows: variantIds.length,
    ...sql`
      update variants set sku = ''
      where storefront_id = ${storefrontId} and variant_id = any(${variantIds}::uuid[])`,
  }
}

/** `catalogVersion`: that of the catalog with what is written (storefront-locks.sql.ts). */
export const productsAt = (catalogVersion: number): CatalogTable<PlannedProduct> => ({
  name: 'products',
  onUpdate: 'version = o.version + 1, updated_at = now()',
  columns: [
    { name: 'product_id', type: 'uuid', value: (row) => row.productId },
    { name: 'handle', type: 'text', value: (row) => row.handle },
    ...plainProductColumns.map(tableColumn),
    { name: 'option1_name', type: 'text', value: (row) => row.option1Name },
    { name: 'option2_name', type: 'text', value: (row) => row.option2Name },
    { name: 'option3_name', type: 'text', value: (row) => row.option3Name },
    {
      name: 'metadata',
      type: 'text',
      stored: 'n.metadata::jsonb',
      value: (row) => JSON.stringify(row.metadata),
    },
    { name: 'catalog_version', type: 'bigint', value: () => catalogVersion },
  ],
})

export const variantTable: CatalogTable<PlannedVariant> = {
  name: 'variants',
  columns: [
    { name: 'variant_id', type: 'uuid', value: (row) => row.variantId },
    { name: 'product_id', type: 'uuid', value: (row) => row.productId },
    { name: 'position', type: 'integer', value: (row) => row.position },
    { name: 'option1_value', type: 'text', value: (row) => row.option1Value },
    { name: 'option2_value', type: 'text', value: (row) => row.option2Value },
    { name: 'option3_value', type: 'text', value: (row) => row.option3Value },
    ...plainVariantColumns.map(tableColumn),
    { name: 'image_id', type: 'uuid', value: (row) => row.imageId },
  ],
}

export const variantsWithoutStock: CatalogTable<PlannedVariant> = {
  ...variantTable,
  columns: variantTable.columns.filter(({ name }) => name !== 'inventory_quantity'),
}

/** A list is bound as JSON: an element of an array cannot be an array. */
function tableColumn<Fields extends Record<keyof Fields, StoredValue>>({
  field,
  stored: { column: name, type },
}: StoredColumn<Fields>): TableColumn<Fields> {
  const value = (row: Fields) => {
    const stored: StoredValue = row[field]
    return Array.isArray(stored) ? JSON.stringify(stored) : stored
  }
  if (type !== 'text[]') return { name, type, value }
  return { name, type: 'text', stored: `array(select jsonb_array_elements_text(n.${name}::jsonb))`, value }
}

export const imageTable: CatalogTable<PlannedImage> = {
  name: 'product_images',
  columns: [
    { name: 'image_id', type: 'uuid', value: (row) => row.imageId },
    { name: 'product_id', type: 'uuid', value: (row) => row.productId },
    { name: 'url', type: 'text', value: (row) => row.url },
    { name: 'normalized_url', type: 'text', value: (row) => row.normalizedUrl },
    { name: 'position', type: 'integer', value: (row) => row.position },
    { name: 'alt', type: 'text', value: (row) => row.alt },
  ],
}

/** Those of the complete rows that the table does not have as they are. */
export async function findUnequal<Row>(
  database: Database,
  { name, columns }: CatalogTable<Row>,
  storefrontId: string,
  rows: Row[],
): Promise<Row[]> {
  const [key] = columns
  if (key === undefined) throw new Error('a table has a key')
  const equal = new Set<unknown>()
  for (const slice of slices(rows)) {
    const found = await queryArrays<[unknown]>(database)({
      text: `
        select o.${key.name}
        from ${name} o
        join unnest(${columns.map(typedArray).join(', ')}) as n (${namesOf(columns)}) on o.${key.name} = n.${key.name}
        where o.storefront_id = ? and (${columns.map((column) => `o.${column.name}`).join(', ')})
          is not distinct from (${columns.map(newValue).join(', ')})`,
      values: [...listsOf(columns, slice), storefrontId],
    })
    for (const [value] of found) equal.add(value)
  }
  return rows.filter((row) => !equal.has(key.value(row)))
}

function listsOf<Row>(columns: TableColumn<Row>[], rows: Row[]): string[] {
  return columns.map((column) => arrayText(rows.map(column.value)))
}

function namesOf(columns: { name: string }[]): string {
  return columns.map((column) => column.name).join(', ')
}

function typedArray({ type }: { type: string }): string {
  return `?::${type}[]`
}

function newValue({ name, stored = `n.${name}` }: { name: string; stored?: string }): string {
  return stored
}

const rowsPerStatement = 1_000

function* slices<Row>(rows: Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    yield rows.slice(start, start + rowsPerStatement)
  }
}

/** Exactly what was previewed must be applied: a planned row that no longer exists must not count as applied. */
export function expectAll(planned: number, found: number): void {
  if (found !== planned) throw new Error(`of ${planned} rows of the plan, ${found} were there`)
}
