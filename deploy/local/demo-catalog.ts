import words from './demo-words.json' with { type: 'json' }

const sizes = ['XS', 'S', 'M', 'L', 'XL']

/** A merchant's file in canonical format: products with 5 variants and a picture each, always the same. */
export function writeDemoCatalog(
  pictureUrl: (product: number) => string,
  productCount = 1_000,
): {
  csv: string
  rows: number
  products: number
} {
  const lines = [header]
  for (let product = 0; product < productCount; product += 1)
    lines.push(...writeProduct(product, pictureUrl(product)))
  return { csv: `\uFEFF${lines.join('\r\n')}\r\n`, rows: lines.length - 1, products: productCount }
}

const header = [
  'handle,title,description_html,vendor,product_type,tags,status,seo_title',
  'option1_name,option1_value,variant_sku,variant_barcode,variant_price,variant_compare_at_price',
  'variant_inventory_quantity,variant_weight_grams,variant_taxable,image_url,image_alt,metadata.care',
].join(',')

function writeProduct(product: number, pictureUrl: string): string[] {
  const number = String(product + 1).padStart(4, '0')
  const style = pick(words.styles, product)
  const material = pick(words.materials, product * 7)
  const kind = pick(words.kinds, product * 3)
  const title = `${style} ${material} ${kind} ${number}`
  const price = 9 + ((product * 37) % 190)
  const productCells = [
    title,
    `<p>The <strong>${title}</strong>, cut generously, made of ${material.toLowerCase()}.</p>\n<ul><li>Washes at 30 °C</li><li>“A favourite”</li></ul>`,
    pick(words.vendors, product * 5),
    kind,
    [material.toLowerCase(), style.toLowerCase(), product % 2 === 0 ? 'summer' : 'winter'].join(', '),
    product % 10 === 9 ? 'draft' : 'active',
    `${title} – ${kind}`,
    'Size',
  ]
  return sizes.map((size, index) => {
    const isFirst = index === 0
    const variantCells = [
      size,
      // Leading zeros, as in many stock systems.
      `${number}-${size}`,
      String(4_000_000_000_000 + product * 10 + index),
      `${price + index}.90`,
      product % 4 === 0 ? `${price + index + 10}.00` : '',
      String((product * 13 + index * 5) % 40),
      String(180 + index * 15),
      'TRUE',
    ]
    const imageCells = isFirst ? [pictureUrl, `${title}, seen from the front`] : ['', '']
    return [
      `${slug(style)}-${slug(material)}-${slug(kind)}-${number}`,
      ...(isFirst ? productCells : productCells.map(() => '')),
      ...variantCells,
      ...imageCells,
      isFirst ? '=cold, =gentle' : '',
    ]
      .map(quote)
      .join(',')
  })
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(' ', '-')
}

function pick(list: string[], index: number): string {
  return list[index % list.length] ?? ''
}
