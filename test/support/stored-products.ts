import type { Product } from '@catalog/catalog'
import { connected } from '../../deploy/local/database.ts'

type Columns = Record<string, unknown>
interface StoredRow {
  product: Columns
  variants: Columns[]
  images: Columns[]
}

/**
 * The storefront's products in the tables, by handle, with a field for each column: read from PostgreSQL directly, so that
 * an error in the services' reading cannot hide one in their writing.
 */
export async function storedProducts(databaseUrl: string, storefront: string): Promise<Product[]> {
  const { rows } = await connected(databaseUrl, (client) => client.query<StoredRow>(select, [storefront]))
  const products = rows.map(({ product, variants, images }) =>
    Object.assign(fieldsOf(product), { variants: inPlace(variants), images: inPlace(images) }),
  )
  // Whether it is one is what the tests compare.
  return JSON.parse(JSON.stringify(products))
}

/** Items in the order of their positions, from 1: a missing or repeated position leaves a gap. */
function inPlace(items: Columns[]): object[] {
  const places: object[] = []
  for (const item of items) places[Number(item['position']) - 1] = fieldsOf(item)
  return places
}

const keys = new Set(['storefront_id', 'product_id', 'variant_id', 'image_id', 'position'])
const notOfTheFile = new Set([
  'version',
  'stock_version',
  'catalog_version',
  'created_at',
  'updated_at',
  'normalized_url',
])
const optionColumn = /^option\d_(name|value)$/

/** Each column under the name of its field, and the option names or values as a list. */
function fieldsOf(columns: Columns): object {
  const own = Object.entries(columns).filter(([name]) => !keys.has(name) && !notOfTheFile.has(name))
  const options = own.filter(([name]) => optionColumn.test(name)).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const list = options.flatMap(([, value]) => (value === null ? [] : [value]))
  return {
    ...Object.fromEntries(
      own
        .filter(([name]) => !optionColumn.test(name))
        .map(([name, value]) => [
          name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
          value,
        ]),
    ),
    ...(options.length > 0 && {
      [options.some(([name]) => name.endsWith('name')) ? 'optionNames' : 'optionValues']: list,
    }),
  }
}

/** At least two decimals, without further trailing zeros, as `Product` writes a price. */
const money = (column: string) => `to_char(${column}, 'FM9999999990.0099')`

const select = `
  select to_jsonb(p) as product,
    array(
      select to_jsonb(v) || jsonb_build_object(
        'price', ${money('price')},
        'compare_at_price', ${money('compare_at_price')},
        'weight_grams', trim_scale(weight_grams)::text,
        'image_url', i.url
      )
      from variants v
      left join product_images i using (storefront_id, product_id, image_id)
      where v.storefront_id = p.storefront_id and v.product_id = p.product_id
    ) as variants,
    array(
      select to_jsonb(i) from product_images i
      where i.storefront_id = p.storefront_id and i.product_id = p.product_id
    ) as images
  from products p
  where storefront_id = $1
  order by handle`
