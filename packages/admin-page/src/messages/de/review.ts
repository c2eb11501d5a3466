import type { Translation } from '../../i18n/format-message.ts'
import type { dialects as enDialects, review as enReview } from '../en/review.ts'

export const review: Translation<typeof enReview> = {
  title: 'Import prüfen',
  lead: 'Noch ist nichts geändert. Das ist alles, was sich ändern würde, wenn Sie es übernehmen.',
  fileTitle: 'Was wir gelesen haben',
  format: 'Format',
  rowsRead: 'Zeilen',
  productsRead: 'Produkte',
  delimiter: 'Trennzeichen',
  encoding: 'Kodierung',
  comma: 'Komma',
  semicolon: 'Semikolon',
  tab: 'Tabulator',
  pipe: 'Senkrechter Strich',
  noIgnored: 'Jede Spalte wurde verstanden.',
  ignored: { one: '{count} Spalte wird ignoriert', other: '{count} Spalten werden ignoriert' },
  ignoredText:
    'Korrigieren Sie Tippfehler in den Namen und laden Sie die Datei wieder hoch. Spalten, die das Format nicht kennt, werden nicht importiert.',
  nearest: 'vielleicht {name}?',
  moreIgnored: { one: 'und {count} weitere', other: 'und {count} weitere' },
  clears: {
    one: '{count} Wert Ihres Katalogs würde geleert, weil seine Zelle in der Datei leer ist.',
    other: '{count} Werte Ihres Katalogs würden geleert, weil ihre Zellen in der Datei leer sind.',
  },
  keptFor: 'Noch {time} aufgehoben',
  tenMinutes: 'Diese Vorschau läuft in zehn Minuten ab.',
  oneMinute: 'Diese Vorschau läuft in einer Minute ab.',
  decision: 'Entscheidung',
  atOnce: 'Alles wird auf einmal übernommen oder gar nichts. Ein Import löscht nie etwas.',
  apply: '{what} übernehmen',
  applyAndSkip: '{what} übernehmen; {skipped}',
  both: '{adds} und {updates}',
  skipped: {
    one: '{count} Zeile mit Fehlern wird übersprungen',
    other: '{count} Zeilen mit Fehlern werden übersprungen',
  },
  nothingToApply: 'Nichts zu übernehmen',
  applying: 'Wird übernommen',
  allUnchanged: 'Ihr Katalog enthält schon alles aus dieser Datei; es gibt nichts zu übernehmen.',
  onlyErrors:
    'Laden Sie den Fehlerbericht herunter, korrigieren Sie ihn und laden Sie ihn hoch: So kann keine Zeile übernommen werden.',
  mayNot: 'Ihre Anmeldung erlaubt keine Importe: ansehen ja, übernehmen nein.',
  staleReason: 'Prüfen Sie die Datei zuerst neu.',
  recheck: 'Neu prüfen',
  rechecked: 'Neu geprüft: Das ist die Vorschau gegen Ihren Katalog, wie er jetzt ist.',
  cancel: 'Vorschau verwerfen',
  cancelTitle: 'Diese Vorschau verwerfen?',
  cancelText:
    'Ihr Katalog bleibt, wie er ist. Um die Vorschau wieder zu sehen, müssten Sie die Datei wieder hochladen.',
  keep: 'Behalten',
  nothingChanged: 'In Ihrem Katalog wurde nichts geändert.',
  uploadAgain: 'Datei wieder hochladen',
  undoReview: 'Prüfen: {undo}',
  undoLead: 'Noch ist nichts geändert. Das ist alles, was zurückkäme, wenn Sie den Import rückgängig machen.',
  undoTitle: 'Was dabei geschieht',
  undoComesBack:
    'Jeder Wert, den der Import geändert hat und den seither niemand geändert hat, wird wieder, was er war. Produkte, die er hinzugefügt hat, werden archiviert.',
  undoStays:
    'Was seither jemand geändert hat, bleibt, wie es ist. Auch Varianten und Bilder, die der Import zu anderen Produkten hinzugefügt hat, bleiben: Gelöscht wird nichts.',
  undoes: 'Nimmt zurück',
  undoClears: {
    one: '{count} Wert wäre wieder leer, wie vor dem Import.',
    other: '{count} Werte wären wieder leer, wie vor dem Import.',
  },
  undoChanges: 'Diese Änderungen rückgängig machen',
  undoAtOnce: 'Alles geht auf einmal zurück oder gar nichts.',
  undoStaleReason: 'Prüfen Sie zuerst neu.',
  undoStale: 'Prüfen Sie neu, um eine neue Vorschau zu sehen. Geändert wurde nichts.',
  nothingToUndo:
    'Alles ist schon wieder, wie es war, oder wurde seither geändert; es gibt nichts rückgängig zu machen.',
  cancelUndoText:
    'Ihr Katalog bleibt, wie er ist. Sie können den Import später rückgängig machen, solange seine Zeilen gespeichert sind.',
  undoAgainText:
    'Machen Sie den Import noch einmal rückgängig, um eine neue zu sehen. Vorschauen werden eine Stunde lang aufgehoben.',
  backToRun: 'Zurück zum Import',
}

export const dialects: Translation<typeof enDialects> = {
  canonical: 'Katalog-CSV (unser eigenes)',
  shopify: 'Shopify',
  shopify_legacy: 'Shopify (frühere Namen)',
  woocommerce: 'WooCommerce',
  medusa: 'Medusa',
  bigcommerce_v2: 'BigCommerce (v2)',
  bigcommerce_v3: 'BigCommerce (v3)',
  magento2: 'Magento 2',
  wix: 'Wix',
  etsy: 'Etsy',
  lightspeed: 'Lightspeed Retail',
}
