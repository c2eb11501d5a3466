import type { CsvRecord } from '../dialect.ts'
import { collapsedHeader, HeaderColumns } from '../header-columns.ts'
import { OffSale } from '../off-sale.ts'
import type { FilePrices } from './prices.ts'
import { compareImagePlaces, imagePlace } from './words.ts'
import names from './v2-columns.json' with { type: 'json' }

/** What the shop does not sell. */
export const offSale = new OffSale('bigcommerce_v2')

export const plainColumns = [...names, ...offSale.columns]

/** `Product Image File - 1`, `Product Image URL - 1`, …; some files leave out a space. */
const imagePattern = /^product image (file|path|url|description|is thumbnail|sort|sort order) ?- ?(\d{1,4})$/

export function isImageColumn(name: string): boolean {
  return imagePattern.test(name)
}

export interface FileImage {
  column: string
  url: string
  alt: string
}

type Cells = Pick<CsvRecord, 'cells'>

/** Reads the cells of a v2 file by their meaning. */
export class V2Columns extends HeaderColumns {
  /** The columns of each image by meaning, in the order of the images' numbers. */
  readonly #images: Map<string, string>[]

  constructor(header: string[]) {
    super(header, collapsedHeader)
    const images = new Map<number, Map<string, string>>()
    for (const name of this.names()) {
      const [, part, number] = imagePattern.exec(name) ?? []
      if (part === undefined) continue
      const columns = images.get(Number(number)) ?? new Map<string, string>()
      images.set(Number(number), columns.set(part, name))
    }
    this.#images = [...images].sort(([a], [b]) => a - b).map(([, columns]) => columns)
  }

  sku(row: Cells): string {
    return this.cell(row, 'product code/sku')
  }

  prices(row: Cells): FilePrices {
    return {
      price: this.word(row, 'price'),
      sale: this.word(row, 'sale price'),
      retail: this.word(row, 'retail price'),
    }
  }

  /** The row's images: the thumbnail first, then in their sort order. */
  images(row: Cells): FileImage[] {
    const found = this.#images.flatMap((columns) => {
      const cell = (part: string) => this.cell(row, columns.get(part) ?? '')
      const part = ['url', 'file', 'path'].find((name) => cell(name) !== '')
      if (part === undefined) return []
      const place = imagePlace(cell('is thumbnail'), cell('sort') || cell('sort order'))
      return [{ image: { column: 'image_url', url: cell(part), alt: cell('description') }, place }]
    })
    return found.sort((a, b) => compareImagePlaces(a.place, b.place)).map(({ image }) => image)
  }
}
