import type { PoolClient } from 'pg'
import { imageItem, toProduct, variantItem } from './product-record.ts'
import type { ImageRecord, Nested, ProductPart, ProductRecord, VariantRecord } from './product-record.ts'

/** Yields a product in parts of bounded size, however many variants and images it has. */
export async function* readLargeProduct(
  client: PoolClient,
  storefrontId: string,
  record: ProductRecord,
): AsyncGenerator<ProductPart> {
  const keys = [storefrontId, record[1]]
  const { rows } = await client.query<[description: string, tags: Nested[0], metadata: Nested[1]]>({
    text: textsOfProduct,
    values: keys,
    rowMode: 'array',
  })
  const [texts] = rows
  if (texts === undefined) throw new Error('a product that was just read is missing in the same snapshot')
  const [description, tags, metadata] = texts
  const variants = pagesOf<VariantRecord>(client, variantPage, keys)
  const images = pagesOf<ImageRecord>(client, imagePage, keys)
  for (let fromRow = 0; ; fromRow += pageSize) {
    const nested: Nested = [tags, metadata, await variants.next(), await images.next()]
    const isOver = nested[2] === null && nested[3] === null
    if (isOver && fromRow > 0) return
    yield { product: toProduct(record, description, nested, { get: (url) => url }), fromRow }
  }
}

const pageSize = 250

const ofProduct = 'storefront_id = $1 and product_id = $2'

const textsOfProduct = `select description_html, tags, metadata from products where ${ofProduct}`

const variantPage = page(
  'variants',
  'variant_id',
  variantItem('(select url from product_images where storefront_id = $1 and image_id = variants.image_id)'),
)

const imagePage = page('product_images', 'image_id', imageItem)

function page(table: string, id: string, item: string): string {
  return `
    select position, ${id}, ${item}
    from ${table}
    where ${ofProduct} and (position, ${id}) > ($3::int, $4::uuid)
    order by position, ${id}
    limit ${pageSize}`
}

/** `next()` returns the next page; null after the last one. */
function pagesOf<Item>(client: PoolClient, text: string, keys: string[]): { next(): Promise<Item[] | null> } {
  let after: [position: number, id: string] | undefined = [0, '00000000-0000-0000-0000-000000000000']
  return {
    async next() {
      if (after === undefined) return null
      const { rows } = await client.query<[position: number, id: string, item: Item]>({
        text,
        values: [...keys, ...after],
        rowMode: 'array',
      })
      const last = rows.at(-1)
      after = last && [last[0], last[1]]
      return rows.length === 0 ? null : rows.map(([, , item]) => item)
    },
  }
}
