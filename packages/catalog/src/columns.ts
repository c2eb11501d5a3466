import type { CellFormat } from './cell-format.ts'
import { boolean, integer, money, moneyText, weight, weightText } from './number-cells.ts'
import { productStatuses } from './product.ts'
import type { Image, Product, Variant } from './product.ts'
import {
  codeText,
  handleText,
  imageUrl,
  nameText,
  optional,
  statusWord,
  tagList,
  text,
  verbatimText,
} from './text-cells.ts'

/**
 * A column of the canonical CSV (csv-format.md §2): how its cells are read and written, and whether a blank cell clears
 * the stored value. A new product or variant with a blank cell gets the defaults below.
 */
export interface Column<Fields, Field extends keyof Fields = keyof Fields> {
  name: string
  field: Field
  format: CellFormat<Fields[Field]>
  clearable: boolean
}

/** What a statement binds for a field: `numeric` as text, because money is never a float. */
export type StoredValue = string | number | boolean | string[] | null

/** A column that the catalog's tables have, too. */
export interface StoredColumn<Fields, Field extends keyof Fields = keyof Fields> extends Column<
  Fields,
  Field
> {
  stored: {
    column: string
    type: 'text' | 'text[]' | 'numeric' | 'integer' | 'boolean'
    /** Of what PostgreSQL answers, `numeric` as text. */
    read(value: unknown): Fields[Field]
  }
}

/** The product's cells of a row, apart from its options. */
export type PlainProduct = Pick<
  Product,
  'title' | 'descriptionHtml' | 'vendor' | 'productType' | 'tags' | 'status' | 'seoTitle' | 'seoDescription'
>

/** The product's cells of a row; unused option names are `''`. */
export interface ProductFields extends PlainProduct {
  option1Name: string
  option2Name: string
  option3Name: string
}

/** The variant's cells of a row, apart from its options and its image. */
export type PlainVariant = Omit<Variant, 'optionValues' | 'imageUrl'>

export interface VariantFields extends PlainVariant {
  option1Value: string
  option2Value: string
  option3Value: string
  imageUrl: string | null
}

export interface ImageFields extends Image {
  /** From 1. */
  position: number
}

const inText = (column: string) => ({ column, type: 'text' as const, read: String })
const asMoney = (value: unknown) => moneyText(String(value))
const asWeight = (value: unknown) => weightText(String(value))
const orNull =
  <Value>(read: (value: unknown) => Value) =>
  (value: unknown) =>
    value === null ? null : read(value)

export const handleColumn: { name: string; format: CellFormat<string> } = {
  name: 'handle',
  format: handleText,
}

export const titleColumn: { name: string; format: CellFormat<string> } = {
  name: 'title',
  format: text(255),
}

/** In the order of exports, as the variants' below. */
export const plainProductColumns: StoredColumn<PlainProduct>[] = [
  { ...titleColumn, field: 'title', clearable: false, stored: inText('title') },
  {
    name: 'description_html',
    field: 'descriptionHtml',
    format: verbatimText(65_536),
    clearable: true,
    stored: inText('description_html'),
  },
  { name: 'vendor', field: 'vendor', format: text(255), clearable: true, stored: inText('vendor') },
  {
    name: 'product_type',
    field: 'productType',
    format: text(255),
    clearable: true,
    stored: inText('product_type'),
  },
  {
    name: 'tags',
    field: 'tags',
    format: tagList,
    clearable: true,
    stored: {
      column: 'tags',
      type: 'text[]',
      read: (value) => (Array.isArray(value) ? value.map(String) : []),
    },
  },
  {
    name: 'status',
    field: 'status',
    format: statusWord,
    clearable: false,
    stored: {
      column: 'status',
      type: 'text',
      read: (value) => productStatuses.find((status) => status === value) ?? 'draft',
    },
  },
  { name: 'seo_title', field: 'seoTitle', format: text(255), clearable: true, stored: inText('seo_title') },
  {
    name: 'seo_description',
    field: 'seoDescription',
    format: text(1_000),
    clearable: true,
    stored: inText('seo_description'),
  },
]

/** Between `handle` and the variant's columns. */
export const productColumns: Column<ProductFields>[] = [
  ...plainProductColumns,
  { name: 'option1_name', field: 'option1Name', format: nameText(255), clearable: true },
  { name: 'option2_name', field: 'option2Name', format: nameText(255), clearable: true },
  { name: 'option3_name', field: 'option3Name', format: nameText(255), clearable: true },
]

/** A new product's; its `title` is required. */
export const plainProductDefaults: PlainProduct = {
  title: '',
  descriptionHtml: '',
  vendor: '',
  productType: '',
  tags: [],
  status: 'draft',
  seoTitle: '',
  seoDescription: '',
}

export const productDefaults: ProductFields = {
  ...plainProductDefaults,
  option1Name: '',
  option2Name: '',
  option3Name: '',
}

const int32 = 2 ** 31

export const skuColumn: { name: string; format: CellFormat<string> } = {
  name: 'variant_sku',
  format: codeText(255),
}

export const barcodeColumn: { name: string; format: CellFormat<string> } = {
  name: 'variant_barcode',
  format: codeText(64),
}

export const plainVariantColumns: StoredColumn<PlainVariant>[] = [
  { ...skuColumn, field: 'sku', clearable: true, stored: inText('sku') },
  { ...barcodeColumn, field: 'barcode', clearable: true, stored: inText('barcode') },
  {
    name: 'variant_price',
    field: 'price',
    format: money,
    clearable: false,
    stored: { column: 'price', type: 'numeric', read: asMoney },
  },
  {
    name: 'variant_compare_at_price',
    field: 'compareAtPrice',
    format: optional(money),
    clearable: true,
    stored: { column: 'compare_at_price', type: 'numeric', read: orNull(asMoney) },
  },
  {
    name: 'variant_inventory_quantity',
    field: 'inventoryQuantity',
    format: optional(integer(-int32, int32 - 1)),
    clearable: true,
    stored: { column: 'inventory_quantity', type: 'integer', read: orNull(Number) },
  },
  {
    name: 'variant_weight_grams',
    field: 'weightGrams',
    format: optional(weight),
    clearable: true,
    stored: { column: 'weight_grams', type: 'numeric', read: orNull(asWeight) },
  },
  {
    name: 'variant_requires_shipping',
    field: 'requiresShipping',
    format: boolean,
    clearable: false,
    stored: { column: 'requires_shipping', type: 'boolean', read: (value) => value === true },
  },
  {
    name: 'variant_taxable',
    field: 'taxable',
    format: boolean,
    clearable: false,
    stored: { column: 'taxable', type: 'boolean', read: (value) => value === true },
  },
]

export const optionValueColumns: Column<VariantFields>[] = [
  { name: 'option1_value', field: 'option1Value', format: nameText(255), clearable: false },
  { name: 'option2_value', field: 'option2Value', format: nameText(255), clearable: false },
  { name: 'option3_value', field: 'option3Value', format: nameText(255), clearable: false },
]

/** Those that a variant has as fields. */
export const ownVariantColumns = [
  ...plainVariantColumns,
  {
    name: 'variant_image_url',
    field: 'imageUrl',
    format: optional(imageUrl),
    clearable: true,
  } satisfies Column<Pick<Variant, 'imageUrl'>>,
]

export const variantColumns: Column<VariantFields>[] = [...optionValueColumns, ...ownVariantColumns]

/** A new variant's; its `price` is required. */
export const plainVariantDefaults: PlainVariant = {
  sku: '',
  barcode: '',
  price: '',
  compareAtPrice: null,
  inventoryQuantity: null,
  weightGrams: null,
  requiresShipping: true,
  taxable: true,
}

export const variantDefaults: VariantFields = {
  option1Value: '',
  option2Value: '',
  option3Value: '',
  ...plainVariantDefaults,
  imageUrl: null,
}

export const imageColumns: Column<ImageFields>[] = [
  { name: 'image_url', field: 'url', format: imageUrl, clearable: false },
  { name: 'image_position', field: 'position', format: integer(1, int32 - 1), clearable: false },
  { name: 'image_alt', field: 'alt', format: text(512), clearable: true },
]

/** The names of the columns whose cells are numbers or words for yes and no, which never carry the formula guard. */
export const numberColumns: ReadonlySet<string | null> = new Set(
  [...productColumns, ...variantColumns, ...imageColumns]
    .filter(({ format }) => format.kind === 'number')
    .map(({ name }) => name),
)

/** Reads the stored values of these columns, from the index `first` on, into the object. */
export function readStored<Fields>(
  columns: readonly StoredColumn<Fields>[],
  values: readonly unknown[],
  first: number,
  into: NoInfer<Fields>,
): void {
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index]
    if (column) into[column.field] = column.stored.read(values[first + index] ?? null)
  }
}

/** Copies the fields of these columns. */
export function copyFields<Fields>(
  columns: readonly Column<Fields>[],
  from: NoInfer<Fields>,
  into: NoInfer<Fields>,
): void {
  for (const { field } of columns) into[field] = from[field]
}
