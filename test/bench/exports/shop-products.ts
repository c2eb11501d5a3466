/** A product of any shop system; the formats differ only in how they write it. */
export interface ShopProduct {
  number: number
  handle: string
  name: string
  description: string
  brand: string
  images: string[]
  variants: ShopVariant[]
}

export interface ShopVariant {
  sku: string
  barcode: string
  size: string
  color: string
  price: string
  stock: string
}

const sizes = ['S', 'M', 'L', 'XL']
const colors = ['Black', 'Sand', 'Deep blue']
const words = ['Trail', 'Harbour', 'Linen', 'Wool', 'Rain', 'Canvas', 'Café', 'Alpine']
const things = ['Jacket', 'Shirt', 'Trousers', 'Cap', 'Bag', 'Scarf', 'Boots']

/** A product that depends only on the number, with `variants` variants of two options and three images. */
export function shopProduct(
  number: number,
  { variants, descriptionLength }: { variants: number; descriptionLength: number },
): ShopProduct {
  const name = `${words[number % words.length]} ${things[number % things.length]} No. ${number}`
  return {
    number,
    handle: `${words[number % words.length]}-${things[number % things.length]}-no-${number}`.toLowerCase(),
    name,
    description: description(name, number, descriptionLength),
    brand: `Brand & Sons ${number % 40}`,
    images: [1, 2, 3].map((k) => `https://cdn.shop.example/files/${number}/picture-${k}.jpg?v=1680000000`),
    variants: Array.from({ length: variants }, (_, k) => ({
      sku: `SKU-${number}-${k}`,
      barcode: `40${String(number * 10 + k).padStart(11, '0')}`,
      size: sizes[k % sizes.length] ?? '',
      color: colors[Math.floor(k / sizes.length) % colors.length] ?? '',
      price: `${(number % 300) + 10 + k}.90`,
      stock: String((number + k) % 50),
    })),
  }
}

/** HTML as a shop's editor writes it, with quotation marks, commas and line breaks. */
function description(name: string, number: number, length: number): string {
  const start = `<h2>${name}</h2>\n<p class="lead">Soft, warm and made to last${number % 5 === 0 ? ' – that’s all' : ''}.</p>\n<ul>\n`
  const end = '</ul>'
  let items = ''
  for (let k = 1; start.length + items.length + end.length < length; k++) {
    items += `<li style="margin: 0">Point ${k}: washed cotton, double seams, two pockets and a 30 cm zip</li>\n`
  }
  return (start + items).slice(0, Math.max(0, length - end.length)) + end
}
