import { columns, file, imageUrl, marks, rows, times } from './growing-file.ts'
import type { GrowingFiles, Row } from './growing-file.ts'

export const canonical: GrowingFiles = {
  'canonical: products': rows(1_000, product),
  'canonical: stored products, changed': rows(
    500,
    (i) => ({ ...product(i), title: `Other ${i}`, variant_price: '9.00' }),
    product,
  ),
  'canonical: variants of one product': rows(1_000, variant),
  'canonical: new variants beside stored ones': rows(500, (i, size) => variant(i + size), variant),
  'canonical: new variants that stored ones may have been': rows(
    500,
    (i, size) => ({ ...variant(i + size), option1_value: `${'?'.repeat(200)}${i}` }),
    (i) => ({ ...variant(i), option1_value: `${'Č'.repeat(200)}?${i}` }),
  ),
  'canonical: stored variants, by their SKUs alone': rows(
    1_000,
    (i) => ({ variant_sku: `s${i}`, variant_price: '9.00' }),
    (i) => ({ ...variant(i), variant_sku: `s${i}` }),
  ),
  'canonical: stored variants, with their options in another order and case': rows(
    500,
    (i) => turned(i, 'V'),
    (i) => ({ ...turned(i, 'v'), option1_name: 'A', option2_name: 'B', ...swapped(i) }),
  ),
  'canonical: images that replace broken ones': rows(
    1_000,
    (i, size) => ({ handle: 'p', image_url: imageUrl(i + size) }),
    (i) => ({ handle: 'p', title: 'P', image_url: imageUrl(i) }),
  ),
  'canonical: images that ask for positions of others': rows(
    1_000,
    (i, size) => ({ handle: 'p', image_url: imageUrl(i + 2 * size), image_position: `${i + 1}` }),
    (i) => ({ handle: 'p', title: 'P', image_url: imageUrl(i) }),
  ),
  'canonical: products whose rows alternate': rows(1_000, (i) => ({
    ...variant(i),
    title: 'P',
    handle: `p${i % 50}`,
  })),
  'canonical: metadata columns': file(400, (size) =>
    times(60, (i) => ({ ...product(i), ...columns(size, (j) => [`metadata.k${j}`, `v${j}`]) })),
  ),
  'canonical: metadata columns that are stored and emptied': file(
    400,
    (size) => times(60, (i) => ({ ...product(i), ...columns(size, (j) => [`metadata.k${j}`, '']) })),
    (size) => times(60, (i) => ({ ...product(i), ...columns(size, (j) => [`metadata.k${j}`, `v${j}`]) })),
  ),
  'canonical: columns and rows': file(200, (size) =>
    times(100, (i) => ({ ...product(i), ...columns(size, (j) => [`colour ${j}`, 'x']) })),
  ),
  'canonical: wrong cells of a row': file(400, (size) =>
    times(60, (i) => ({ ...product(i), ...columns(size, (j) => [`metadata.k${j}`, '\u0007']) })),
  ),
  'canonical: cells beyond the header': file(
    400,
    (size) => `handle,title,variant_price\n${times(60, (i) => `p${i},P,1${',x'.repeat(size)}\n`).join('')}`,
  ),
  'canonical: empty cells beyond the header': file(
    200_000,
    (size) => `handle,title,variant_price\na,A,1${','.repeat(size)}\n`,
  ),
  'canonical: empty rows': file(400_000, (size) => `handle,title,variant_price${'\n'.repeat(size)}a,A,1\n`),
  'canonical: equal SKUs': rows(2_000, (i) => ({ ...product(i), variant_sku: 'one' })),
  'canonical: SKUs on two rows each': rows(1_000, (i) => ({ ...product(i), variant_sku: `s${i >> 1}` })),
  'canonical: equal options': rows(1_000, (i) => ({ ...variant(i), option1_value: 'one' })),
  'canonical: option names that contradict each other': rows(1_000, (i) => ({
    ...variant(i),
    option1_name: `Size ${i}`,
  })),
  'canonical: rows of a product of which half are at fault': rows(4_000, (i) => ({
    ...variant(i),
    vendor: i % 2 === 0 ? '' : `v${i}`,
  })),
  'canonical: rows with other tags than the first, and their length': file(300, (size) =>
    times(10 * size, (i) => ({
      ...variant(i),
      tags: i === 0 ? times(size, (j) => `${'t'.repeat(200)}${j}`).join() : `x${i}`,
    })),
  ),
  'canonical: rows that repeat a long description': rows(20, (i) => ({
    ...variant(i),
    description_html: 'd'.repeat(60_000),
  })),
  'canonical: handles with as many marks as are read': rows(200, (i) => ({
    ...product(i),
    handle: `${marks(1_000)}${i}`,
  })),
  'canonical: handles of digits': rows(1_000, (i) => ({ ...product(i), handle: String(i + 1) })),
  'canonical: tags': file(40_000, (size) => [{ ...product(0), tags: times(size, (i) => `t${i}`).join() }]),
  'canonical: images of a product': rows(1_000, image),
  'canonical: stored images, in another order': rows(
    1_000,
    (i, size) => ({ ...image(i), image_position: String(size - i) }),
    image,
  ),
  'canonical: images that ask for the same position': rows(1_000, (i) => ({
    ...image(i),
    image_position: '1',
  })),
  'canonical: images that ask for high positions': rows(1_000, (i) => ({
    ...image(i),
    image_position: String(2_000_000_000 - i),
  })),
  'canonical: rows that contradict each other about an image': rows(1_000, (i) => ({
    ...image(0),
    image_alt: `alt ${i}`,
  })),
  'canonical: variants whose images are those of failed rows': rows(1_000, (i) => ({
    ...variant(i),
    image_url: imageUrl(i),
    variant_image_url: imageUrl(i + 1),
  })),
  'canonical: variants whose image is none of the product': rows(1_000, (i) => ({
    ...variant(i),
    variant_image_url: imageUrl(1),
  })),
  'canonical: marks in the host of an address': file(4_000, (size) =>
    times(50, (i) => ({ ...product(i), image_url: `https://${marks(size)}${i}.example/` })),
  ),
  'canonical: white space in the name of a column': file(20_000, (size) => [
    { ...product(0), [`metadata.${' '.repeat(size)}x\nx`]: 'x' },
  ]),
  'canonical: length of the name of a column': file(100_000, (size) => [
    { ...product(0), [`a${' _'.repeat(size)}`]: 'x' },
  ]),
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
