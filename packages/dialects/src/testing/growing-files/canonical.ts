import { columns, csv, imageUrl, longCells, marks, times } from './growing-file.ts'
import type { GrowingFiles, Row } from './growing-file.ts'

export const canonical: GrowingFiles = {
  ...longCells('canonical', {
    row: { handle: 'p' },
    columns: [
      'title',
      'description_html',
      'vendor',
      'tags',
      'status',
      'seo_description',
      'option1_name',
      'option1_value',
      'variant_sku',
      'variant_price',
      'variant_inventory_quantity',
      'variant_weight_grams',
      'variant_taxable',
      'variant_image_url',
      'image_url',
      'image_position',
      'image_alt',
      'metadata.k',
      'note',
    ],
  }),
  ...longCells('canonical, handle', { row: { title: 'P' }, columns: ['handle', 'note'] }),
  'canonical: products': {
    size: 1_000,
    make: (size) => csv(times(size, product)),
  },
  'canonical: stored products, changed': {
    size: 500,
    make: (size) => csv(times(size, (i) => ({ ...product(i), title: `Other ${i}`, variant_price: '9.00' }))),
    stored: (size) => csv(times(size, product)),
  },
  'canonical: variants of one product': {
    size: 1_000,
    make: (size) => csv(times(size, variant)),
  },
  'canonical: new variants beside stored ones': {
    size: 500,
    make: (size) => csv(times(size, (i) => variant(i + size))),
    stored: (size) => csv(times(size, variant)),
  },
  'canonical: new variants that stored ones may have been': {
    size: 500,
    make: (size) =>
      csv(times(size, (i) => ({ ...variant(i + size), option1_value: `${'?'.repeat(200)}${i}` }))),
    stored: (size) => csv(times(size, (i) => ({ ...variant(i), option1_value: `${'Č'.repeat(200)}?${i}` }))),
  },
  'canonical: stored variants, by their SKUs alone': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ variant_sku: `s${i}`, variant_price: '9.00' }))),
    stored: (size) => csv(times(size, (i) => ({ ...variant(i), variant_sku: `s${i}` }))),
  },
  'canonical: stored variants, with their options in another order and case': {
    size: 500,
    make: (size) => csv(times(size, (i) => turned(i, 'V'))),
    stored: (size) =>
      csv(times(size, (i) => ({ ...turned(i, 'v'), option1_name: 'A', option2_name: 'B', ...swapped(i) }))),
  },
  'canonical: images that replace broken ones': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ handle: 'p', image_url: imageUrl(i + size) }))),
    stored: (size) => csv(times(size, (i) => ({ handle: 'p', title: 'P', image_url: imageUrl(i) }))),
  },
  'canonical: images that ask for positions of others': {
    size: 1_000,
    make: (size) =>
      csv(
        times(size, (i) => ({ handle: 'p', image_url: imageUrl(i + 2 * size), image_position: `${i + 1}` })),
      ),
    stored: (size) => csv(times(size, (i) => ({ handle: 'p', title: 'P', image_url: imageUrl(i) }))),
  },
  'canonical: products whose rows alternate': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ ...variant(i), title: 'P', handle: `p${i % 50}` }))),
  },
  'canonical: metadata columns': {
    size: 400,
    make: (size) =>
      csv(times(60, (i) => ({ ...product(i), ...columns(size, (j) => [`metadata.k${j}`, `v${j}`]) }))),
  },
  'canonical: metadata columns that are stored and emptied': {
    size: 400,
    make: (size) =>
      csv(times(60, (i) => ({ ...product(i), ...columns(size, (j) => [`metadata.k${j}`, '']) }))),
    stored: (size) =>
      csv(times(60, (i) => ({ ...product(i), ...columns(size, (j) => [`metadata.k${j}`, `v${j}`]) }))),
  },
  'canonical: columns and rows': {
    size: 200,
    make: (size) =>
      csv(times(100, (i) => ({ ...product(i), ...columns(size, (j) => [`colour ${j}`, 'x']) }))),
  },
  'canonical: wrong cells of a row': {
    size: 400,
    make: (size) =>
      csv(times(60, (i) => ({ ...product(i), ...columns(size, (j) => [`metadata.k${j}`, '\u0007']) }))),
  },
  'canonical: cells beyond the header': {
    size: 400,
    make: (size) =>
      `handle,title,variant_price\n${times(60, (i) => `p${i},P,1${',x'.repeat(size)}\n`).join('')}`,
  },
  'canonical: empty cells beyond the header': {
    size: 200_000,
    make: (size) => `handle,title,variant_price\na,A,1${','.repeat(size)}\n`,
  },
  'canonical: empty rows': {
    size: 400_000,
    make: (size) => `handle,title,variant_price${'\n'.repeat(size)}a,A,1\n`,
  },
  'canonical: equal SKUs': {
    size: 2_000,
    make: (size) => csv(times(size, (i) => ({ ...product(i), variant_sku: 'one' }))),
  },
  'canonical: SKUs on two rows each': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ ...product(i), variant_sku: `s${i >> 1}` }))),
  },
  'canonical: equal options': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ ...variant(i), option1_value: 'one' }))),
  },
  'canonical: option names that contradict each other': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ ...variant(i), option1_name: `Size ${i}` }))),
  },
  'canonical: rows of a product of which half are at fault': {
    size: 4_000,
    make: (size) => csv(times(size, (i) => ({ ...variant(i), vendor: i % 2 === 0 ? '' : `v${i}` }))),
  },
  'canonical: rows with other tags than the first, and their length': {
    size: 300,
    make: (size) =>
      csv(
        times(10 * size, (i) => ({
          ...variant(i),
          tags: i === 0 ? times(size, (j) => `${'t'.repeat(200)}${j}`).join() : `x${i}`,
        })),
      ),
  },
  'canonical: rows that repeat a long description': {
    size: 20,
    make: (size) => csv(times(size, (i) => ({ ...variant(i), description_html: 'd'.repeat(60_000) }))),
  },
  'canonical: handles with as many marks as are read': {
    size: 200,
    make: (size) => csv(times(size, (i) => ({ ...product(i), handle: `${marks(1_000)}${i}` }))),
  },
  'canonical: handles of digits': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ ...product(i), handle: String(i + 1) }))),
  },
  'canonical: tags': {
    size: 40_000,
    make: (size) => csv([{ ...product(0), tags: times(size, (i) => `t${i}`).join() }]),
  },
  'canonical: images of a product': {
    size: 1_000,
    make: (size) => csv(times(size, image)),
  },
  'canonical: stored images, in another order': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ ...image(i), image_position: String(size - i) }))),
    stored: (size) => csv(times(size, image)),
  },
  'canonical: images that ask for the same position': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ ...image(i), image_position: '1' }))),
  },
  'canonical: images that ask for high positions': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ ...image(i), image_position: String(2_000_000_000 - i) }))),
  },
  'canonical: rows that contradict each other about an image': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ ...image(0), image_alt: `alt ${i}` }))),
  },
  'canonical: variants whose images are those of failed rows': {
    size: 1_000,
    make: (size) =>
      csv(
        times(size, (i) => ({
          ...variant(i),
          image_url: imageUrl(i),
          variant_image_url: imageUrl(i + 1),
        })),
      ),
  },
  'canonical: variants whose image is none of the product': {
    size: 1_000,
    make: (size) => csv(times(size, (i) => ({ ...variant(i), variant_image_url: imageUrl(1) }))),
  },
  'canonical: marks in the host of an address': {
    size: 4_000,
    make: (size) =>
      csv(times(50, (i) => ({ ...product(i), image_url: `https://${marks(size)}${i}.example/` }))),
  },
  'canonical: white space in the name of a column': {
    size: 20_000,
    make: (size) => csv([{ ...product(0), [`metadata.${' '.repeat(size)}x\nx`]: 'x' }]),
  },
  'canonical: length of the name of a column': {
    size: 100_000,
    make: (size) => csv([{ ...product(0), [`a${' _'.repeat(size)}`]: 'x' }]),
  },
}

function product(index: number): Row {
  return { handle: `p${index}`, title: `Product ${index}`, variant_price: '1.00', variant_sku: `s${index}` }
}

export function variant(index: number): Row {
  return {
    handle: 'p',
    title: index === 0 ? 'Product' : '',
    option1_name: 'Size',
    option1_value: `${index}`,
    variant_price: '1.00',
    variant_sku: `s${index}`,
  }
}

function image(index: number): Row {
  return {
    handle: 'p',
    title: index === 0 ? 'Product' : '',
    image_url: imageUrl(index),
    variant_price: index === 0 ? '1.00' : '',
    image_alt: `alt ${index}`,
  }
}

function turned(i: number, letter: string): Row {
  return {
    handle: 'p',
    title: 'P',
    variant_price: '1.00',
    option1_name: 'B',
    option1_value: `b${i}`,
    option2_name: 'A',
    option2_value: `${letter}${i}`,
  }
}

function swapped(i: number): Row {
  return { option1_value: `v${i}`, option2_value: `b${i}` }
}
