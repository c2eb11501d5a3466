import type { Translation } from '../../i18n/format-message.ts'
import type { review as original } from '../en/review.ts'

export const review = {
  title: 'Import prüfen',
  rows: { one: '{count} Zeile', other: '{count} Zeilen' },
  products: { one: '{count} Produkt', other: '{count} Produkte' },
} as const satisfies Translation<typeof original>
