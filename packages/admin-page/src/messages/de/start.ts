import type { Translation } from '../../i18n/format-message.ts'
import type { start as original } from '../en/start.ts'

export const start = {
  title: 'Import & Export',
  lead: 'Ändern Sie viele Produkte auf einmal mit einer CSV-Datei oder einer Excel-Arbeitsmappe. Sie sehen alle Änderungen, bevor Sie sie übernehmen.',
  importTitle: 'Datei importieren',
  fileLabel: 'CSV-Datei oder Excel-Arbeitsmappe',
  drop: 'CSV-Datei oder Excel-Arbeitsmappe hier ablegen',
  dropNow: 'Loslassen, um diese Datei hochzuladen',
  choose: 'Datei auswählen',
  limits: 'Bis zu {size} und {rows} Zeilen. Größere CSV-Dateien werden in Teilen importiert.',
  formats:
    'Liest Exporte von Shopify, WooCommerce, Medusa, BigCommerce, Magento, Wix, Etsy und Lightspeed, unsere eigene Vorlage und Ihre eigenen Preislisten und Tabellen.',
  upsert: 'Ein Import fügt hinzu und ändert. Produkte, die nicht in der Datei stehen, bleiben, wie sie sind.',
  oneFile: 'Nur eine Datei auf einmal',
  oneFileText: 'Legen Sie eine einzelne Datei ab.',
  tooLarge: '{name} ist zu groß',
  tooLargeText:
    'Sie ist {size} groß; erlaubt sind bis zu {limit}. Eine CSV bis {split} teilt diese Seite für Sie auf: Speichern Sie eine Arbeitsmappe als CSV.',
  emptyFile: '{name} ist leer',
  emptyFileText: 'Prüfen Sie, ob es die richtige Datei ist.',
  uploading: '{name} wird hochgeladen',
  uploaded: '{done} von {total}',
  checking: '{name} wird geprüft',
  checkingText: 'Jede Zeile wird mit Ihrem Katalog verglichen.',
  stayOpen:
    'Lassen Sie diesen Tab offen, bis die Vorschau erscheint. Schließen Sie ihn jetzt, wird nichts geändert.',
  cancelUpload: 'Hochladen abbrechen',
  cancelled: 'Das Hochladen wurde abgebrochen. Geändert wurde nichts.',
  failed: '{name} wurde nicht angenommen',
  safeTitle: 'Wann darf ich den Tab schließen?',
  safeBefore: 'Beim Hochladen: Schließen bricht ab, und geändert wird nichts.',
  safePreview:
    'Bei der Vorschau: Sie finden sie eine Stunde lang auf dieser Seite. Geändert wird erst, wenn Sie sie übernehmen.',
  safeAfter: 'Nach dem Übernehmen: Ihre Änderungen sind gespeichert, und Bilder werden weiter geladen.',
  noImport: 'Sie können nicht importieren',
  noImportText:
    'Bitten Sie die Person, die Ihren Shop verwaltet, um das Recht dazu. Ihre Anmeldung umfasst keine Importe.',
  openPreview: 'Vorschau öffnen',
  openPreviews: {
    one: 'Eine Vorschau ist noch nicht übernommen',
    other: 'Vorschauen, die noch nicht übernommen sind',
  },
  morePreviews: 'Weitere Vorschauen zeigen',
  noFileName: 'Eine Datei ohne Namen',
  openPreviewRows: { one: '{count} Zeile, hochgeladen {when}', other: '{count} Zeilen, hochgeladen {when}' },
  openUndoRows: { one: '{count} Zeile, angefordert {when}', other: '{count} Zeilen, angefordert {when}' },
  exportTitle: 'Meinen Katalog herunterladen',
  exportLead: 'Eine CSV-Datei, die Sie bearbeiten und wieder importieren können. Nichts geht verloren.',
  exportStatus: 'Produkte',
  statusAll: 'Alle',
  statusActive: 'Aktiv',
  statusDraft: 'Entwurf',
  statusArchived: 'Archiviert',
  exportButton: 'CSV herunterladen',
  exportParts: {
    one: 'Er ist größer als ein Import. Als ZIP ist es etwa {count} Datei, die Sie wieder importieren können.',
    other:
      'Er ist größer als ein Import. Als ZIP sind es etwa {count} Dateien, die Sie einzeln wieder importieren können.',
  },
  exportZip: 'ZIP herunterladen',
  exportWhole: 'Eine CSV herunterladen',
  exporting: 'Wird heruntergeladen, bisher {size}',
  exportDone: { one: '{count} Produkt heruntergeladen.', other: '{count} Produkte heruntergeladen.' },
  exportNone: 'Ihr Katalog enthält kein Produkt mit diesem Status.',
  exportEmpty: 'Ihr Katalog ist leer. Importieren Sie zuerst eine Datei.',
  noExport: 'Sie können nicht exportieren',
  noExportText:
    'Bitten Sie die Person, die Ihren Shop verwaltet, um das Recht dazu. Ihre Anmeldung umfasst keine Exporte.',
  templateTitle: 'Mit der Vorlage beginnen',
  templateLead: 'Alle Spalten mit Beispielprodukten, fertig zum Ausfüllen.',
  templateButton: 'Vorlage herunterladen',
  recent: 'Letzte Importe',
  allImports: 'Alle Importe',
  picture: '{name} ist ein Bild',
  pictureText:
    'Laden Sie Ihren Katalog als CSV-Datei oder Excel-Arbeitsmappe hoch. Darin steht jedes Bild mit seiner Webadresse, in der Spalte image_url.',
  pdf: '{name} ist ein PDF',
  pdfText:
    'Laden Sie Ihren Katalog als CSV-Datei oder Excel-Arbeitsmappe hoch: Exportieren Sie ihn aus Ihrem Shopsystem.',
  workbook: '{name} lässt sich nicht lesen',
  workbookText:
    'Öffnen Sie sie in Ihrer Tabellenkalkulation, speichern Sie sie ohne Kennwort als „Excel-Arbeitsmappe (.xlsx)“ und laden Sie diese Datei hoch.',
  archive: '{name} ist eine komprimierte Datei',
  archiveText: 'Entpacken Sie sie und laden Sie die Datei hoch, die darin ist.',
  leaveTitle: 'Hochladen abbrechen?',
  leaveText:
    'Wenn Sie diese Seite jetzt verlassen, wird das Hochladen abgebrochen. An Ihrem Katalog ändert sich nichts.',
  stay: 'Hier bleiben',
  leave: 'Verlassen und abbrechen',
  matchColumns: 'Spalten zuordnen',
} as const satisfies Translation<typeof original>
