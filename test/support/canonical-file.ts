import { stringify } from 'csv-stringify/sync'

export type Cells = Record<string, string>

/** A CSV whose header has every column of any row, in order of appearance. */
export function csvOf(rows: Cells[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return stringify([columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))])
}

export interface CatalogSize {
  products: number
  variants: number
  /** Images of each product; at most as many as variants. */
  images?: number
  /** URL of a product's image; required if there are images. */
  imageUrl?: (product: number, image: number) => string
  /** Varies the cells, so that a second file of the same size is an update. */
  edition?: number
}

/** A canonical file of products `product-00001` …, with a row for each variant. */
export function catalogFile({ products, variants, images = 0, imageUrl, edition = 1 }: CatalogSize): string {
  const rows: Cells[] = []
  for (let product = 1; product <= products; product++) {
    const number = String(product).padStart(5, '0')
    for (let variant = 1; variant <= variants; variant++) {
      const first = variant === 1
      rows.push({
        handle: `product-${number}`,
        title: first ? `Product ${number}` : '',
        description_html: first
          ? `<p>Edition ${edition} of product ${number}, "quoted", with a comma</p>`
          : '',
        vendor: first ? 'Acme' : '',
        tags: first ? 'new, sale' : '',
        status: first ? 'active' : '',
        option1_name: first ? 'Size' : '',
        option1_value: `Size ${variant}`,
        variant_sku: `SKU-${number}-${variant}`,
        variant_price: `${product % 100}.${String(edition).padStart(2, '0')}`,
        image_url: variant <= images && imageUrl ? imageUrl(product, variant) : '',
      })
    }
  }
  return csvOf(rows)
}
