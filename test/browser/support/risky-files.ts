import { csvOf } from '../../support/canonical-file.ts'
import type { Cells } from '../../support/canonical-file.ts'

// A shop, and a file that nobody could check row by row: new prices for most of it, and among these what nobody wanted.

/** What `riskyFile` does to the shop of `riskyStock`, which has 320 products of one to three variants. */
export const risks = {
  prices: { products: 232, rows: 463 },
  /** Of each the last variant; the largest change first. */
  jumps: [
    { product: 'Leuchte 121', before: '24.90', after: '249.00' },
    { product: 'Leuchte 40', before: '189.00', after: '20.79' },
    { product: 'Leuchte 202', before: '60.00', after: '24.00' },
  ],
  /** The vendor of each. */
  clears: ['Leuchte 240', 'Leuchte 250', 'Leuchte 260', 'Leuchte 270', 'Leuchte 280'],
  /** A word at character 900 of the description. */
  word: { product: 'Leuchte 300', before: 'Messing', after: 'Kupfer' },
  /** Four colours in three sizes. */
  variants: { product: 'Leuchte 310', count: 12 },
}

export function riskyStock(): string {
  return csvOf(lamps().flatMap(({ rows }) => rows))
}

export function riskyFile(): string {
  return csvOf(lamps().flatMap(edited))
}

interface Lamp {
  title: string
  rows: Cells[]
}

const sizes = ['klein', 'mittel', 'groß']

function lamps(): Lamp[] {
  return Array.from({ length: 320 }, (_, index) => {
    const title = `Leuchte ${index}`
    const handle = `leuchte-${index}`
    const jump = risks.jumps.find(({ product }) => product === title)
    const own = sizes.slice(0, 1 + (index % sizes.length))
    const rows = own.map((size, at): Cells => {
      const price = jump !== undefined && at === own.length - 1 ? jump.before : `${30 + index}.00`
      return variant(handle, 'Weiß', size, price)
    })
    Object.assign(rows[0] ?? {}, {
      title,
      description_html: title === risks.word.product ? description(risks.word.before) : `<p>${title}</p>`,
      vendor: 'Werkstatt Süd',
      status: 'active',
      option1_name: 'Farbe',
      option2_name: 'Größe',
    })
    return { title, rows }
  })
}

function edited({ title, rows }: Lamp, index: number): Cells[] {
  const [first = {}] = rows
  if (risks.clears.includes(title)) first.vendor = ''
  if (title === risks.word.product) first.description_html = description(risks.word.after)
  if (index < risks.prices.products) {
    for (const row of rows) row.variant_price = (Number(row.variant_price) * 1.04).toFixed(2)
  }
  const jump = risks.jumps.find(({ product }) => product === title)
  if (jump !== undefined) Object.assign(rows.at(-1) ?? {}, { variant_price: jump.after })
  if (title !== risks.variants.product) return rows
  const added = ['Graublau', 'Ocker', 'Moosgrün', 'Schwarz'].flatMap((colour) =>
    sizes.map((size) => variant(first.handle ?? '', colour, size, '340.00')),
  )
  return [...rows, ...added]
}

function variant(handle: string, colour: string, size: string, price: string): Cells {
  return {
    handle,
    title: '',
    description_html: '',
    vendor: '',
    status: '',
    option1_name: '',
    option1_value: colour,
    option2_name: '',
    option2_value: size,
    variant_sku: `${handle}-${colour}-${size}`.toUpperCase(),
    variant_price: price,
  }
}

/** Of 1,500 characters and more. */
function description(word: string): string {
  const before = 'Jede Leuchte wird einzeln gedreht, gebrannt und von Hand verdrahtet. '.repeat(20)
  const after = 'Das Kabel ist zwei Meter lang und mit Leinen umwebt. '.repeat(12)
  return `<p>${before.slice(0, 897)}${word}, gebürstet. ${after}</p>`
}
