import type { Product, Variant } from '@catalog/catalog'
import { makeProduct, makeVariant } from '@catalog/catalog/testing'
import type { DraftRow, RowError, UnknownColumn } from '@catalog/contracts'
import type { ImportedFixture } from './import-fixture.ts'

/**
 * What a file was read as and what it made of the catalog, to be compared with data: whatever is empty is left out. Of a
 * product that was there `before` are only the fields that differ, null where one is empty now.
 */
export function outlineOf(
  { file, preview, products }: ImportedFixture,
  before: Product[] = [],
): Record<string, unknown> {
  const known = new Map(before.map((product) => [product.handle, outlineOfProduct(product)]))
  return withoutEmpty({
    dialect: file.dialect,
    delimiter: file.delimiter === ',' ? null : file.delimiter,
    unknown_columns: columnLines(file.unknownColumns),
    warnings: [...file.warnings, ...preview.warnings].map(({ code, row, parameters }) =>
      [code, row, parametersOf(parameters)].filter(Boolean).join(' '),
    ),
    rows: preview.rows.flatMap(linesOf),
    products: products.flatMap((product) => {
      const [now, then] = [outlineOfProduct(product), known.get(product.handle)]
      if (!then) return [now]
      const gone = Object.keys(then).filter((name) => !(name in now))
      const fields = { ...changed(now, then), ...Object.fromEntries(gone.map((name) => [name, null])) }
      return Object.keys(fields).length > 0 ? [{ handle: product.handle, ...fields }] : []
    }),
  })
}

/** Each as its name, or `Titel → Title` with the nearest one. */
export function columnLines(columns: UnknownColumn[]): string[] {
  return columns.map(({ name, nearest }) => (nearest === null ? name : `${name} → ${nearest}`))
}

/** `2 update shirt SHIRT-M product+variant`, and below it a line for each problem, and for each change of an update. */
function linesOf({ row, kind, handle, sku, entities, errors, warnings, changes }: DraftRow): string[] {
  return [
    [row, kind, handle ?? '-', sku ?? '-', [...entities].sort().join('+') || '-'].join(' '),
    ...[...errors, ...warnings].map(lineOfProblem),
    ...(kind === 'update' ? changes : []).map(
      ({ field, before, after }) => `  ${field}: ${before} → ${after}`,
    ),
  ]
}

function lineOfProblem({ code, column, value, parameters }: RowError): string {
  return `  ${[code, column && `in ${column}`, value && `“${value}”`, parametersOf(parameters)].filter(Boolean).join(' ')}`
}

function parametersOf(parameters: RowError['parameters']): string {
  const named = Object.entries(parameters ?? {}).map(([name, value]) => `${name}: ${value}`)
  return named.length > 0 ? `(${named.sort().join(', ')})` : ''
}

function outlineOfProduct(product: Product): object {
  const { handle, variants, images, ...fields } = product
  return {
    handle,
    ...changed(fields, makeProduct({ handle, title: '' })),
    ...withoutEmpty({
      variants: shortened(variants.map(outlineOfVariant)),
      images: shortened(images.map(({ url, alt }) => (alt === '' ? url : `${url} ${alt}`))),
    }),
  }
}

function outlineOfVariant({ sku, optionValues, price, ...fields }: Variant): object {
  return {
    ...withoutEmpty({ sku, options: optionValues.join(' / ') }),
    price,
    ...changed(fields, makeVariant({})),
  }
}

/** The first and the last of a list that is too long to read, and how many there are. */
function shortened(items: unknown[]): unknown[] {
  return items.length > 20 ? [items[0], `… ${items.length} in all`, items.at(-1)] : items
}

/** The fields that are not as `defaults` has them. */
function changed(fields: object, defaults: object): object {
  const usual = new Map<string, unknown>(Object.entries(defaults))
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(usual.get(name)),
    ),
  )
}

function withoutEmpty(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== '' && !isEmptyList(value)),
  )
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}
