import { catalogFile, csvOf } from '../../support/canonical-file.ts'
import type { Cells } from '../../support/canonical-file.ts'
import type { ImageHost } from '../../support/image-host.ts'
import { readExample } from './read-example.ts'

// Words of other languages than the page's, so that whatever is English on a German screen is the page's fault.

const pieces = ['Kaffeetasse', 'Teekanne', 'Suppenteller', 'Wasserkrug', 'Holzbrett', 'Salzstreuer']
const colours = ['Weiß', 'Graublau', 'Ocker', 'Moosgrün']

/** A file as large as one may be: 1,250 products of 4 variants, of which the first few have a picture. */
export function fullFile({
  images,
  pictures = 0,
  edition = 1,
}: {
  images?: ImageHost
  pictures?: number
  edition?: number
} = {}): string {
  return catalogFile({
    products: 1_250,
    variants: 4,
    images: 1,
    imageUrl: (product) => (images && product <= pictures ? images.url(`/voll/${product}.jpg`) : ''),
    edition,
  })
}

/** The existing products of a shop. */
export function stockFile(products = 24): string {
  return csvOf(Array.from({ length: products }, (_, index) => piece(index)).flat())
}

/** The same shop, edited: new, changed, cleared, wrong, strange, long and foreign things, and columns of its own. */
export function editedFile(): string {
  const stock = Array.from({ length: 24 }, (_, index) => piece(index))
  const changed = stock.flatMap((rows, index) =>
    rows.map((row, at) => ({
      ...row,
      ...(index % 3 === 0 && { variant_price: `${30 + index}.50` }),
      ...(index === 4 && at === 0 && { vendor: '', seo_title: '' }),
      ...(index === 5 &&
        at === 0 && {
          description_html: `<p>${'Von Hand gedreht und bei 1.240 °C gebrannt. '.repeat(12)}</p>`,
        }),
    })),
  )
  return csvOf(
    [...changed, ...piece(100), ...piece(101), ...rowsOf('strange-products.json')].map((row: Cells) =>
      Object.assign(row, { titel: 'x', Farbe: 'y', variant_prize: '1', Lagerort: 'Regal 7' }),
    ),
  )
}

/** How many rows have each error, 601 in all: 12 causes, and rows that wait for one of them. */
export const manyErrors = {
  badPrices: 56,
  noPrices: 120,
  noTitles: 60,
  badStatuses: 45,
  badUrls: 70,
  repeatedSkus: 50,
  badQuantities: 48,
  badBooleans: 30,
  longDecimals: 22,
  lostSkus: 30,
  badHandles: 20,
  noSizes: 10,
  waiting: 40,
} as const

/** 59 products that can be added, ten of them without a variant, among rows with every kind of error. */
export function manyErrorsFile(): string {
  return csvOf([
    ...Array.from({ length: 59 }, (_, index): Cells[] => {
      const fine = ware('gut', index)
      if (index >= manyErrors.noSizes) return [fine]
      const sized = { ...fine, option1_name: 'Größe' }
      return [
        { ...sized, option1_value: 'klein' },
        { ...sized, option1_value: '' },
      ]
    }).flat(),
    ...wrongRows('badPrices', (index) => ({ variant_price: `${index},50 €` })),
    ...wrongRows('noPrices', () => ({ variant_price: '', variant_inventory_quantity: '1' })),
    ...wrongRows('noTitles', () => ({ title: '' })),
    ...wrongRows('badStatuses', () => ({ status: 'ausverkauft' })).flatMap((row, index) =>
      index < manyErrors.waiting
        ? [row, { ...row, status: '', image_url: 'https://a.example/1.jpg' }]
        : [row],
    ),
    ...wrongRows('badUrls', (index) => ({ image_url: `C:\\Bilder\\${index}.jpg` })),
    ...wrongRows('repeatedSkus', (index) => ({ variant_sku: `DOPPELT-${index % 25}` })),
    ...wrongRows('badQuantities', () => ({ variant_inventory_quantity: 'viele' })),
    ...wrongRows('badBooleans', () => ({ variant_taxable: 'vielleicht' })),
    ...wrongRows('longDecimals', () => ({ variant_compare_at_price: '3.123456' })),
    ...wrongRows('lostSkus', () => ({ variant_sku: '1.23E+11' })),
    ...wrongRows('badHandles', (index) => ({ handle: `-ware/${index}` })),
  ])
}

function wrongRows(kind: keyof typeof manyErrors, cells: (index: number) => Cells): Cells[] {
  return Array.from({ length: manyErrors[kind] }, (_, index) => ({
    ...ware(kind.toLowerCase(), index),
    ...cells(index),
  }))
}

function ware(kind: string, index: number): Cells {
  return { handle: `${kind}-${index}`, title: `Ware ${kind} ${index}`, variant_price: '3.00' }
}

/** 220 products, each with a price. */
export function pricesFile(priceOf: (index: number) => string): string {
  return csvOf(
    Array.from({ length: 220 }, (_, index) => ({
      handle: `ware-${index}`,
      title: `Ware ${index}`,
      variant_sku: `W-${index}`,
      variant_price: priceOf(index),
    })),
  )
}

/** Of the same shop: changes, a variant that is added to a product, and a product that is added. */
export function springFile(): string {
  return readExample('spring.csv')
}

/** Changed after `springFile`. */
export function laterFile(): string {
  return csvOf([{ variant_sku: 'KAF-004-1', variant_price: '45.00' }])
}

/** Rows with every kind of error, and no valid row. */
export function wrongFile(): string {
  const good = { status: 'active', variant_price: '10.00' }
  return csvOf([
    ...rowsOf('wrong-cells.json').map((cells, index) => Object.assign(nameOf(index), good, cells)),
    { ...nameOf(90), ...good, variant_sku: 'DOPPELT' },
    { ...nameOf(91), ...good, variant_sku: 'DOPPELT' },
    { ...nameOf(92), ...good, title: 'So' },
    { ...nameOf(92), ...good, title: 'Oder anders' },
    { ...nameOf(93), ...good, option1_name: 'Farbe', option1_value: 'Rot' },
    { ...nameOf(93), variant_price: '11.00', option1_value: 'Rot' },
  ])
}

/** Pictures of every outcome, of one product; `answer` of the host tells how each comes about. */
export function picturesFile(images: ImageHost): string {
  images.answer('/weg.jpg', (_request, response) => void response.writeHead(404).end())
  images.answer('/kaputt.jpg', (_request, response) => void response.writeHead(500).end())
  images.answer(
    '/seite.jpg',
    (_request, response) => void response.writeHead(200).end('<!doctype html><p>nein'),
  )
  images.answer(
    '/kreis.jpg',
    (_request, response) => void response.writeHead(302, { location: '/kreis.jpg' }).end(),
  )
  images.answer('/abbruch.jpg', (request) => void request.socket.destroy())
  const urls = [
    ...Array.from({ length: 6 }, (_, index) => images.url(`/gut-${index}.png`)),
    ...['/weg.jpg', '/kaputt.jpg', '/seite.jpg', '/kreis.jpg', '/abbruch.jpg'].map((path) =>
      images.url(path),
    ),
    'http://127.0.0.1/innen.jpg',
    'http://localhost/x.jpg',
    'http://127.0.0.1:9/tor.jpg',
    `http://127.0.0.1/${'langer-pfad/'.repeat(20)}bild.jpg`,
  ]
  return csvOf(
    urls.map((url, index) => ({
      handle: 'bebildert',
      title: index === 0 ? 'Bebildert' : '',
      variant_price: index === 0 ? '1' : '',
      image_url: url,
    })),
  )
}

/** Sixty unknown columns. */
export function strangeColumnsFile(): string {
  const extra = Object.fromEntries(
    Array.from({ length: 8 }, (_, index) => [`eigene_spalte_${index}_${'x'.repeat(index * 8)}`, '1']),
  )
  return csvOf([{ ...piece(0)[0], ...extra, titl: 'x', variant_prise: '1' }])
}

function rowsOf(name: string): Cells[] {
  return JSON.parse(readExample(name))
}

const nameOf = (index: number) => ({ handle: `falsch-${index}`, title: `Falsch ${index}` })

function piece(index: number): Cells[] {
  const name = `${pieces[index % pieces.length]} ${index}`
  const number = String(index).padStart(3, '0')
  return colours.slice(0, 1 + (index % 4)).map((colour, at) => ({
    handle: `stueck-${number}`,
    title: at === 0 ? name : '',
    description_html: at === 0 ? `<p>${name} aus Steinzeug</p>` : '',
    vendor: at === 0 ? 'Töpferei Müller' : '',
    seo_title: at === 0 ? `${name} kaufen` : '',
    status: at === 0 ? (['active', 'draft', 'archived'][index % 3] ?? '') : '',
    option1_name: at === 0 ? 'Farbe' : '',
    option1_value: colour,
    variant_sku: `KAF-${number}-${at + 1}`,
    variant_price: `${10 + index}.00`,
    variant_inventory_quantity: String(index * 3),
  }))
}
