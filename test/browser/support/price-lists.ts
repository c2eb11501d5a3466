/** As a supplier sends it: names of columns that are no format's, decimal commas, and more than is needed. */
export function priceList(prices = ['12,50', '9,90']): string {
  const rows = prices.map(
    (price, index) => `T-${index};Kaffeetasse ${index};${price};${4 + index};Regal ${index}`,
  )
  return ['Artikelnr;Bezeichnung;Preis;Bestand;Lagerort', ...rows, ''].join('\n')
}

/** What its columns are. */
export const priceListMapping = {
  columns: {
    Artikelnr: 'variant_sku',
    Bezeichnung: 'title',
    Preis: 'variant_price',
    Bestand: 'variant_inventory_quantity',
  },
  identity: 'variant_sku',
} as const

/** A file whose last columns are those of a price list. */
export function wideList(columns: number): string {
  const others = Array.from({ length: columns - 5 }, (_, index) => index)
  const [header, first] = priceList().split('\n')
  return [
    [...others.map((index) => `Merkmal ${index}`), header].join(';'),
    [...others.map((index) => `wert ${index}`), first].join(';'),
    '',
  ].join('\n')
}
