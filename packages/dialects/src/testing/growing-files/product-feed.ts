import table from '../../product-feed/columns.json' with { type: 'json' }
import { imageUrl, longCells, rows, times } from './growing-file.ts'
import type { GrowingFiles } from './growing-file.ts'

export const productFeed: GrowingFiles = {
  ...longCells('product_feed', {
    row: { price: '1 EUR' },
    columns: [
      'id',
      'availability',
      'image_link',
      'additional_image_link',
      ...Object.values(table.product).flat(),
      ...table.read,
    ],
  }),
  'product_feed: variants of one product': rows(1_000, (i) => ({
    ...item(i),
    item_group_id: 'g',
    size: String(i),
    color: `c${i % 7}`,
  })),
  'product_feed: products and images': rows(1_000, (i) => ({
    ...item(i),
    additional_image_link: times(20, (j) => imageUrl(20 * i + j)).join(),
  })),
}

function item(index: number) {
  return {
    id: `i${index}`,
    title: 'T',
    availability: 'in stock',
    price: '1 EUR',
    brand: 'B',
    image_link: imageUrl(index),
  }
}
