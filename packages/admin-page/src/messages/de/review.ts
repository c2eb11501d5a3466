import type { Translation } from '../../i18n/format-message.ts'
import type { dialects as enDialects, review as enReview } from '../en/review.ts'
import { shopSystems } from '../shop-systems.ts'

export const review: Translation<typeof enReview> = {
  title: 'Import prüfen',
  lead: 'Noch ist nichts geändert. Das ändert sich, wenn Sie den Import übernehmen.',
  fileTitle: 'So haben wir Ihre Datei gelesen',
  format: 'Format',
  rowsRead: 'Zeilen',
  productsRead: 'Produkte',
  delimiter: 'Trennzeichen',
  encoding: 'Kodierung',
  fileKind: 'Dateityp',
  workbook: 'Excel-Arbeitsmappe',
  comma: 'Komma',
  semicolon: 'Semikolon',
  tab: 'Tabulator',
  pipe: 'Senkrechter Strich',
  noIgnored: 'Jede Spalte wurde verstanden.',
  ignored: { one: '{count} Spalte wird ignoriert', other: '{count} Spalten werden ignoriert' },
  ignoredText:
    'Korrigieren Sie Tippfehler in den Namen und laden Sie die Datei noch einmal hoch. Spalten, die das Format nicht kennt, werden nicht importiert.',
  leftOutText: 'Sie wurden ausgelassen. Ändern Sie die Zuordnung, um auch sie zu importieren.',
  nearest: 'vielleicht {name}?',
  moreIgnored: { one: 'und {count} weitere', other: 'und {count} weitere' },
  clears: {
    one: '{count} Wert Ihres Katalogs würde geleert, weil seine Zelle in der Datei leer ist.',
    other: '{count} Werte Ihres Katalogs würden geleert, weil ihre Zellen in der Datei leer sind.',
  },
  expiresIn: 'Läuft in {time} ab',
  tenMinutes: 'Diese Vorschau läuft in zehn Minuten ab.',
  oneMinute: 'Diese Vorschau läuft in einer Minute ab.',
  decision: 'Entscheidung',
  atOnce: 'Alles wird auf einmal übernommen oder gar nichts. Ein Import löscht nie etwas.',
  apply: '{what} übernehmen',
  applyAndSkip: '{what} übernehmen, {skipped} überspringen',
  both: '{adds} und {updates}',
  productsAdded: { one: '{count} neues Produkt', other: '{count} neue Produkte' },
  productsChanged: { one: '{count} geändertes Produkt', other: '{count} geänderte Produkte' },
  rowsSkipped: { one: '{count} Zeile übersprungen', other: '{count} Zeilen übersprungen' },
  lackingVariants: {
    one: '{count} Produkt fehlen dann Varianten',
    other: '{count} Produkten fehlen dann Varianten',
  },
  inPart: { one: '{count} Produkt kommt nur zum Teil', other: '{count} Produkte kommen nur zum Teil' },
  outcome: '{applied}: {missing}.',
  leftOut: { one: '{count} Produkt bleibt weg', other: '{count} Produkte bleiben weg' },
  nothingToApply: 'Nichts zu übernehmen',
  applying: 'Wird übernommen',
  allUnchanged: 'Ihr Katalog enthält schon alles aus dieser Datei; es gibt nichts zu übernehmen.',
  onlyErrors:
    'Laden Sie den Fehlerbericht herunter, korrigieren Sie ihn und laden Sie ihn hoch: So kann keine Zeile übernommen werden.',
  mayNot: 'Ihre Anmeldung erlaubt keine Importe: Sie können diese Vorschau ansehen, aber nicht übernehmen.',
  staleReason: 'Diese Vorschau ist veraltet.',
  recheck: 'Erneut prüfen',
  rechecked: 'Erneut geprüft: Diese Vorschau entspricht dem jetzigen Stand Ihres Katalogs.',
  cancel: 'Vorschau verwerfen',
  cancelTitle: 'Diese Vorschau verwerfen?',
  cancelText:
    'Ihr Katalog bleibt, wie er ist. Um diese Vorschau wieder zu sehen, laden Sie die Datei noch einmal hoch.',
  keep: 'Behalten',
  nothingChanged: 'In Ihrem Katalog wurde nichts geändert.',
  uploadAgain: 'Datei noch einmal hochladen',
  undoReview: 'Prüfen: {undo}',
  undoLead: 'Noch ist nichts geändert. Das wird zurückgesetzt, wenn Sie den Import rückgängig machen.',
  undoTitle: 'Was beim Rückgängigmachen geschieht',
  undoComesBack:
    'Alle Werte, die der Import geändert hat und die seither niemand geändert hat, werden wieder, wie sie waren. Produkte, die er hinzugefügt hat, werden archiviert.',
  undoStays:
    'Was seither jemand geändert hat, bleibt, wie es ist. Auch Varianten und Bilder, die der Import zu anderen Produkten hinzugefügt hat, bleiben: Gelöscht wird nichts.',
  undoes: 'Nimmt zurück',
  undoClears: {
    one: '{count} Wert wäre wieder leer, wie vor dem Import.',
    other: '{count} Werte wären wieder leer, wie vor dem Import.',
  },
  undoChanges: 'Diese Änderungen rückgängig machen',
  undoAtOnce: 'Alles wird auf einmal rückgängig gemacht oder gar nichts.',
  undoStaleReason: 'Diese Vorschau ist veraltet.',
  undoStale: 'Prüfen Sie erneut, um eine neue Vorschau zu sehen. Geändert wurde nichts.',
  nothingToUndo:
    'Alles ist schon wieder, wie es war, oder wurde seither geändert; es gibt nichts rückgängig zu machen.',
  cancelUndoText:
    'Ihr Katalog bleibt, wie er ist. Sie können den Import später rückgängig machen, solange seine Zeilen gespeichert sind.',
  undoAgainText:
    'Machen Sie den Import noch einmal rückgängig, um eine neue Vorschau zu sehen. Vorschauen werden eine Stunde lang aufbewahrt.',
  backToRun: 'Zurück zum Import',
  skip: 'Zur Entscheidung springen',
}

export const dialects: Translation<typeof enDialects> = {
  ...shopSystems,
  canonical: 'Katalog-CSV (unser eigenes Format)',
  shopify_legacy: 'Shopify (frühere Namen)',
  mapped: 'Eigene Spalten',
}
