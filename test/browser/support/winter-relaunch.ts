import { csvOf } from '../../support/canonical-file.ts'
import type { Cells } from '../../support/canonical-file.ts'

// A season's file as large as one may be, with what nobody wants among what is wanted.

/** What `winterRelaunch` does to the shop of `winterStock`: products of two rows each. */
export const winter = {
  /** 190.00 becomes 0.50. */
  wrongPrices: 103,
  archived: 97,
  /** One row each with a currency before its price. */
  currencies: 116,
  /** One row each that cannot be imported, of many kinds. */
  otherErrors: 484,
  added: 300,
  errors: 600,
  rows: 5_000,
} as const

/** By the kind of product, in the order of the file. */
const kinds = {
  wrongPrice: winter.wrongPrices,
  archived: winter.archived,
  currency: winter.currencies,
  error: winter.otherErrors,
  added: winter.added,
  reduced: 400,
  described: 100,
  soldOut: 30,
  retitled: 20,
  cleared: 25,
  live: 15,
  unchanged: 810,
} as const
type Kind = keyof typeof kinds

const errors: readonly Cells[] = [
  { variant_price: 'teuer' },
  { variant_inventory_quantity: 'viele' },
  { variant_taxable: 'vielleicht' },
  { variant_compare_at_price: '3.123456' },
  { variant_sku: '1.23E+11' },
  { variant_weight_grams: 'leicht' },
  { variant_price: '-4.00' },
  { image_url: 'C:\\Bilder\\jacke.jpg' },
]

export function winterStock(): string {
  return csvOf(products().flatMap(({ kind, rows }) => (kind === 'added' ? [] : rows)))
}

export function winterRelaunch(): string {
  return csvOf(products().flatMap(changed))
}

interface Product {
  kind: Kind
  /** Of all products. */
  index: number
  rows: Cells[]
}

function products(): Product[] {
  const all = Object.entries(kinds).flatMap(([kind, count]) => Array.from({ length: count }, () => kind))
  return all.flatMap((name, index) => {
    const kind = isKind(name) ? [name] : []
    return kind.map((one) => ({ kind: one, index, rows: rowsOf(one, index) }))
  })
}

function isKind(name: string): name is Kind {
  return Object.hasOwn(kinds, name)
}

function rowsOf(kind: Kind, index: number): Cells[] {
  return ['S', 'M'].map((size, at) => ({
    handle: `winter-${index}`,
    title: at === 0 ? `Jacke ${index}` : '',
    description_html: at === 0 ? `<p>Jacke ${index}</p>` : '',
    vendor: at === 0 ? 'Nordwind' : '',
    status: at > 0 ? '' : kind === 'live' ? 'draft' : 'active',
    option1_name: at === 0 ? 'Größe' : '',
    option1_value: size,
    variant_sku: `WJ-${index}-${size}`,
    variant_price: '190.00',
    variant_compare_at_price: '',
    variant_inventory_quantity: '7',
    variant_weight_grams: '900',
    variant_taxable: 'TRUE',
  }))
}

function changed({ kind, index, rows }: Product): Cells[] {
  const [first = {}, second = {}] = rows
  const edits: Partial<Record<Kind, [Cells, Cells]>> = {
    wrongPrice: [{ variant_price: '0.50' }, {}],
    archived: [{ status: 'archived' }, {}],
    currency: [{}, { variant_price: '£171.00' }],
    error: [{}, errors[index % errors.length] ?? {}],
    reduced: [{ variant_price: '171.00' }, { variant_price: '171.00' }],
    described: [{ description_html: `<p>Jacke ${index}, warm gefüttert</p>` }, {}],
    soldOut: [{ variant_inventory_quantity: '0' }, {}],
    retitled: [{ title: `Winterjacke ${index}` }, {}],
    cleared: [{ vendor: '' }, {}],
    live: [{ status: 'active' }, {}],
  }
  const [ofFirst, ofSecond] = edits[kind] ?? [{}, {}]
  return [
    { ...first, ...ofFirst },
    { ...second, ...ofSecond },
  ]
}
