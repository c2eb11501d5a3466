import { exportFile } from './export-file.ts'

const header =
  'TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1,IMAGE2,IMAGE3,IMAGE4,IMAGE5,IMAGE6,IMAGE7,IMAGE8,IMAGE9,IMAGE10,VARIATION 1 TYPE,VARIATION 1 NAME,VARIATION 1 VALUES,VARIATION 2 TYPE,VARIATION 2 NAME,VARIATION 2 VALUES,SKU'

/** A row for each listing, with two variants and three images. */
export function etsyFile(): Buffer {
  return exportFile(header.split(','), { variants: 1, rowsEach: 1 }, (product) => [
    {
      TITLE: product.name,
      // Etsy's descriptions are plain text.
      DESCRIPTION: product.description.replaceAll(/<[^>]*>/g, ''),
      PRICE: product.variants[0]?.price ?? '',
      CURRENCY_CODE: 'EUR',
      QUANTITY: '7',
      TAGS: 'outdoor_gift,handmade,rain',
      MATERIALS: 'Cotton,Wool',
      ...Object.fromEntries(product.images.map((url, k) => [`IMAGE${k + 1}`, url])),
      'VARIATION 1 TYPE': 'Size',
      'VARIATION 1 NAME': 'Size',
      'VARIATION 1 VALUES': 'S,M',
      SKU: product.variants[0]?.sku ?? '',
    },
  ])
}
