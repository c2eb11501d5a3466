import { plainText } from '@catalog/catalog/invisible'
import translatedNames from './woocommerce-names.json' with { type: 'json' }

/** Which product a row belongs to. */
export interface RowNames {
  /** Keys such as `handle:linen-shirt`. Rows that share one must be in one file. The first is the product's own. */
  names: string[]
  /** The row belongs to the product of the row above it. */
  continues?: true
}

/** How a format ties rows to products. */
export interface Layout {
  /** Positions of the columns that `read` needs, ascending. */
  positions: number[]
  read(texts: readonly string[]): RowNames
}

type Cell = (column: string) => string

interface Format {
  /** Columns that the header must have; of a nested list, one. */
  all: (string | string[])[]
  never?: string
  /** Columns whose texts `read` gets. */
  columns: string[]
  read(cell: Cell): RowNames
}

/** Known formats and what ties their rows, the more specific ones first (csv-format.md §9). */
const formats: Format[] = [
  {
    // Magento: a configurable product lists the SKUs of its variants, which have rows of their own, above or below.
    all: ['sku', ['attribute_set_code', 'product_type']],
    never: 'handle',
    columns: ['sku', 'store_view_code', 'name', 'url_key', 'configurable_variations'],
    read(cell) {
      const variants = cell('configurable_variations').matchAll(/(?:^|[,|])\s*sku\s*=\s*([^,|]+)/gi)
      const isNamed = cell('store_view_code') === '' && cell('url_key') === ''
      return {
        names: [
          ...named('sku', cell('sku')),
          ...[...variants].flatMap(([, sku = '']) => named('sku', sku.trim())),
          ...(isNamed ? titled(cell('name')) : []),
        ],
      }
    },
  },
  {
    // Medusa
    all: [['product handle', 'product id'], 'variant …'],
    columns: ['product handle', 'product id', 'product title'],
    read(cell) {
      const names = [...named('handle', cell('product handle')), ...named('id', cell('product id'))]
      return { names: names.length > 0 ? names : titled(cell('product title')) }
    },
  },
  below('item type', ['product name']),
  below('item', ['name', 'id']),
  {
    // Wix
    all: ['fieldtype', ['handleid', 'handle'], 'name'],
    columns: ['fieldtype', 'handleid', 'handle', 'name'],
    read(cell) {
      const id = cell('handleid') || cell('handle')
      const isNamed = id === '' || /^product_[0-9a-f]{8}-/i.test(id)
      const isProduct = cell('fieldtype').toLowerCase() === 'product'
      return { names: [...named('handle', id), ...(isNamed && isProduct ? titled(cell('name')) : [])] }
    },
  },
  {
    // WooCommerce, in any of its languages: a variation names its product by SKU or ID.
    all: ['type', 'name', ['sku', 'id', 'parent', 'regular price']],
    never: 'retail_price',
    columns: ['type', 'id', 'sku', 'name', 'parent'],
    read(cell) {
      const isVariation = /(?:^|,)\s*variation\s*(?:,|$)/i.test(cell('type'))
      if (!isVariation) {
        return {
          names: [...named('id', cell('id')), ...named('sku', cell('sku')), ...titled(cell('name'))],
        }
      }
      const id = /^id:\s*(\d+)$/i.exec(cell('parent'))?.[1]
      return { names: id === undefined ? named('sku', cell('parent')) : named('id', id) }
    },
  },
  {
    // Etsy: the title ties rows only within one file.
    all: ['title', 'price', 'currency_code'],
    never: 'handle',
    columns: ['title'],
    read: (cell) => ({ names: titled(cell('title')) }),
  },
  {
    // Squarespace: further variants of a product have neither its id nor its address.
    all: ['title', 'product url'],
    never: 'handle',
    columns: ['product id [non editable]', 'product url', 'title'],
    read(cell) {
      const names = [
        ...named('id', cell('product id [non editable]')),
        ...named('handle', cell('product url')),
      ]
      if (names.length > 0) return { names }
      return cell('title') === '' ? { names, continues: true } : { names: titled(cell('title')) }
    },
  },
  {
    // Square
    all: ['item name', 'variation name'],
    never: 'handle',
    columns: ['item name'],
    read: (cell) => ({ names: titled(cell('item name')) }),
  },
  {
    // Product feeds
    all: ['id', 'title', 'availability', 'price'],
    never: 'handle',
    columns: ['id', 'item_group_id', 'item group id', 'title'],
    read(cell) {
      const group = cell('item_group_id') || cell('item group id') || cell('id')
      return { names: group === '' ? titled(cell('title')) : named('id', group) }
    },
  },
  {
    // Shopify since 2025: without a handle, the title makes one.
    all: [
      ['url handle', 'title'],
      ['url handle', 'published on online store'],
    ],
    never: 'body (html)',
    columns: ['url handle', 'handle', 'title'],
    read(cell) {
      const handle = cell('url handle') || cell('handle')
      const names = handle === '' ? titled(cell('title')) : named('handle', handle)
      return names.length > 0 ? { names } : { names, continues: true }
    },
  },
  {
    // Canonical files, Shopify before 2025, Lightspeed
    all: ['handle'],
    columns: ['handle', 'title', 'variant_sku'],
    read(cell) {
      const names = named('handle', cell('handle'))
      const isOwn = names.length > 0 || cell('title') !== '' || cell('variant_sku') !== ''
      return isOwn ? { names } : { names, continues: true }
    },
  },
  {
    // Canonical files that refer to stored variants by SKU: each row is separate.
    all: ['variant_sku'],
    columns: [],
    read: () => ({ names: [] }),
  },
]

/** BigCommerce: a Product row, and directly below it the rows that belong to it. */
function below(kind: string, columns: [name: string, ...string[]]): Format {
  return {
    all: [kind, ...columns],
    never: kind === 'item' ? 'item type' : 'handle',
    columns: [kind, columns[0]],
    read(cell) {
      if (cell(kind).toLowerCase() !== 'product') return { names: [], continues: true }
      return { names: titled(cell(columns[0])) }
    },
  }
}

/**
 * WooCommerce's names, in other languages, of the columns needed here. A test compares them with the dialect's own
 * lists.
 */
const translations = new Map(Object.entries(translatedNames))

/** How the rows below a header are tied to products; undefined if the format is not known. */
export function layoutOf(header: readonly string[]): Layout | undefined {
  const plain = positionsOf(header, normalized)
  const translated = positionsOf(header, (name) => translations.get(normalized(name)) ?? normalized(name))
  for (const format of formats) {
    const positions = format.columns.includes('parent') ? translated : plain
    if (fits(format, positions)) return layout(format, positions)
  }
  return undefined
}

/** A layout in which rows with the same text in a column are one product. */
export function layoutBy(header: readonly string[], column: string): Layout | undefined {
  const position = header.findIndex((name) => normalized(name) === normalized(column))
  if (position === -1) return undefined
  return { positions: [position], read: ([text = '']) => ({ names: named('handle', text) }) }
}

/** A layout in which each row is a product. */
export const eachForItself: Layout = { positions: [], read: () => ({ names: [] }) }

function normalized(name: string): string {
  const plain = plainText(name).trim().replaceAll(/\s+/g, ' ').toLowerCase()
  return plain === 'variant sku' || plain === 'variant-sku' ? 'variant_sku' : plain
}

function positionsOf(header: readonly string[], normalize: (name: string) => string): Map<string, number> {
  const positions = new Map<string, number>()
  for (const [position, name] of header.entries()) {
    const known = normalize(name)
    if (!positions.has(known)) positions.set(known, position)
  }
  return positions
}

function fits({ all, never }: Format, positions: Map<string, number>): boolean {
  if (never !== undefined && positions.has(never)) return false
  return all.every((names) => [names].flat().some((name) => hasColumn(positions, name)))
}

function hasColumn(positions: Map<string, number>, name: string): boolean {
  if (name === 'variant …') return [...positions.keys()].some((key) => key.startsWith('variant '))
  return positions.has(name)
}

function layout(format: Format, positions: Map<string, number>): Layout {
  const found = format.columns
    .flatMap((column) => {
      const position = positions.get(column)
      return position === undefined ? [] : [{ column, position }]
    })
    .sort((a, b) => a.position - b.position)
  const index = new Map(found.map(({ column }, place) => [column, place]))
  return {
    positions: found.map(({ position }) => position),
    read: (texts) => format.read((column) => texts[index.get(column) ?? -1] ?? ''),
  }
}

/** UTF-16 units of a name that are read: handles and SKUs are shorter. */
const maxLength = 1_020
/** More marks in a row than any language needs: normalising takes quadratic time in their number. */
const surplusMarks = /(\p{Mn}{30})\p{Mn}+/gu

function named(kind: 'handle' | 'id' | 'sku', text: string): string[] {
  return text === '' ? [] : [`${kind}:${comparable(text)}`]
}

/** Without handles, SKUs and ids, an import can tell products of the same name apart only within one file. */
function titled(title: string): string[] {
  const name = comparable(title)
    .replaceAll(/['‘’]/g, '')
    .replaceAll(/[^\p{L}\p{Nd}\p{M}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
  return name === '' ? [] : [`name:${name}`]
}

function comparable(text: string): string {
  const short = text.length > maxLength ? text.slice(0, maxLength) : text
  return plainText(short.replaceAll(surplusMarks, '$1')).toLowerCase()
}
