import type { Translation } from '../../i18n/format-message.ts'
import type { history as original } from '../en/history.ts'

export const history = {
  title: 'Verlauf',
  lead: 'Alle übernommenen Importe, die neuesten zuerst.',
  search: 'Suche',
  searchFor: 'Teil eines Dateinamens',
  noneFound: 'Kein Import passt',
  noneFoundText: 'Versuchen Sie einen anderen Teil des Dateinamens, oder sehen Sie alle Importe an.',
  showAll: 'Alle Importe zeigen',
  import: 'Import',
  person: 'Übernommen von',
  nobody: 'Unbekannt',
  status: 'Status',
  images: 'Bilder',
  noImages: 'Keine Bilder',
  imagesOf: '{handled} von {total}',
  emptyTitle: 'Noch keine Importe',
  emptyText: 'Sobald Sie einen Import übernehmen, steht er hier mit allem, was er geändert hat.',
  emptyAction: 'Datei importieren',
  more: 'Ältere Importe zeigen',
  end: 'Ältere Importe gibt es nicht.',
} as const satisfies Translation<typeof original>
