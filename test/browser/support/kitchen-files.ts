import { csvOf } from '../../support/canonical-file.ts'
import type { Cells } from '../../support/canonical-file.ts'
import type { ImageHost } from '../../support/image-host.ts'

/** A shop whose products change in as many ways as an open one shows. */
export function kitchenShop(images: ImageHost): string {
  return csvOf([
    { ...teapot('porcelain'), seo_title: 'Teapot, handmade' },
    ...mug({
      price: '18.00',
      front: images.url('/mug/front.png'),
      colors: [images.url('/mug/white.png'), images.url('/mug/blue.png')],
    }),
  ])
}

/** The same shop a season later, and a product that is new. */
export function changedKitchen(images: ImageHost): string {
  return csvOf([
    { ...teapot('stoneware'), seo_title: '' },
    ...mug({
      price: '19.50',
      blueLarge: 'many',
      front: images.url('/mug/front.png'),
      colors: [images.url('/mug/blue.png'), images.url('/mug/blue.png')],
    }),
    ...apron(images),
    ...sampler(),
  ])
}

/** A word at character 900 of its description says what it is made of. */
function teapot(clay: string): Cells {
  const before = `${'Thrown by hand and glazed twice, each pot has its own colour. '.repeat(14)}Made `
  const after = `${'It holds 1.2 litres and is easy to clean. '.repeat(20)}It never drips.`
  return {
    handle: 'teapot',
    title: 'Teapot',
    description_html: `<p>${before}of <em>${clay}</em> clay.</p><p>${after}</p>`,
    vendor: 'Pottery North',
    variant_sku: 'TEA-1',
    variant_price: '65.00',
  }
}

const sizes = ['S', 'M', 'L']

interface MugOptions {
  price: string
  blueLarge?: string
  front: string
  colors: [string, string]
}

function mug({ price, blueLarge = '24.00', front, colors }: MugOptions): Cells[] {
  return ['White', 'Blue'].flatMap((color, at) =>
    sizes.map((size, index): Cells => {
      const isFirst = at + index === 0
      return {
        handle: 'mug',
        title: isFirst ? 'Mug' : '',
        option1_name: isFirst ? 'Color' : '',
        option1_value: color,
        option2_name: isFirst ? 'Size' : '',
        option2_value: size,
        variant_sku: `MUG-${color.slice(0, 1)}-${size}`,
        variant_price: size === 'L' ? (color === 'Blue' ? blueLarge : '24.00') : price,
        image_url: isFirst ? front : index === 1 ? (colors[at] ?? '') : '',
        variant_image_url: index === 1 ? (colors[at] ?? '') : '',
      }
    }),
  )
}

/** New, with twelve variants. */
function apron(images: ImageHost): Cells[] {
  return ['White', 'Graphite', 'Ochre', 'Moss'].flatMap((color, at) =>
    sizes.map((size, index): Cells => {
      const isFirst = at + index === 0
      return {
        handle: 'apron',
        title: isFirst ? 'Apron' : '',
        description_html: isFirst ? `<p>${'Linen of Flanders, washed soft. '.repeat(12)}</p>` : '',
        vendor: isFirst ? 'Loom & Co' : '',
        status: isFirst ? 'active' : '',
        option1_name: isFirst ? 'Color' : '',
        option1_value: color,
        option2_name: isFirst ? 'Size' : '',
        option2_value: size,
        variant_sku: `APR-${color.slice(0, 1)}-${size}`,
        variant_price: `${39 + index * 2}.00`,
        variant_inventory_quantity: String(4 + at * index),
        image_url: index === 0 ? images.url(`/apron/${color.toLowerCase()}.jpg`) : '',
        variant_image_url: images.url(`/apron/${color.toLowerCase()}.jpg`),
      }
    }),
  )
}

/** New, with as many variants as may be sold of one thing. */
function sampler(): Cells[] {
  return Array.from({ length: 1_000 }, (_, index): Cells => ({
    handle: 'sampler',
    title: index === 0 ? 'Sampler' : '',
    option1_name: index === 0 ? 'Glaze' : '',
    option1_value: `Glaze ${index + 1}`,
    variant_sku: `SAM-${index + 1}`,
    variant_price: `${2 + (index % 5)}.00`,
  }))
}
