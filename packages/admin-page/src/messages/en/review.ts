export const review = {
  title: 'Review import',
  rows: { one: '{count} row', other: '{count} rows' },
  products: { one: '{count} product', other: '{count} products' },
} as const
