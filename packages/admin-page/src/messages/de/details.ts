import type { Translation } from '../../i18n/format-message.ts'
import type { details as enDetails } from '../en/details.ts'

export const details: Translation<typeof enDetails> = {
  row: 'Zeile',
  images: { one: 'Bild', other: '{count} Bilder' },
  variants: { one: 'Variante', other: '{count} Varianten' },
  variantsOf: 'Varianten von {product}',
  same: 'bleibt, wie es ist',
  sameForAll: { one: 'Für {count} Variante:', other: 'Für alle {count} Varianten gleich:' },
  showAllVariants: { one: '{count} Variante zeigen', other: 'Alle {count} Varianten zeigen' },
  removed: 'entfernt:',
  added: 'hinzugefügt:',
  unchangedCharacters: { one: '{count} unverändertes Zeichen', other: '{count} unveränderte Zeichen' },
  viewOf: '{field} zeigen als',
  asText: 'Text',
  asHtml: 'HTML',
  onlyTags: 'Der Text bleibt, wie er ist. Nur sein HTML ändert sich, etwa Formatierungen, Links oder Bilder.',
  tagsToo: 'Auch Formatierungen, Links oder Bilder ändern sich. Unter HTML sehen Sie sie.',
}
