import type { Translation } from '../../i18n/format-message.ts'
import type { start as original } from '../en/start.ts'

export const start = {
  title: 'Import & Export',
  lead: 'Ändern Sie viele Produkte auf einmal mit einer CSV-Datei. Sie sehen alles, was geschehen würde, bevor etwas geschieht.',
  importTitle: 'Datei importieren',
  fileLabel: 'CSV-Datei',
  drop: 'CSV-Datei hier ablegen',
  dropNow: 'Loslassen, um diese Datei hochzuladen',
  choose: 'Datei auswählen',
  limits: 'Bis zu {size} und {rows} Zeilen.',
  formats:
    'Ohne Umbau lesbar: Exporte von Shopify, WooCommerce, Medusa, BigCommerce und Magento sowie unsere eigene Vorlage.',
  upsert: 'Ein Import fügt hinzu und ändert. Produkte, die nicht in der Datei stehen, bleiben, wie sie sind.',
  oneFile: 'Nur eine Datei auf einmal',
  oneFileText: 'Legen Sie eine einzelne CSV-Datei ab.',
  tooLarge: '{name} ist zu groß',
  tooLargeText:
    'Sie hat {size}, und eine Datei darf {limit} haben. Teilen Sie sie auf und lassen Sie alle Zeilen eines Produkts zusammen.',
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
    'Bei der Vorschau: Sie bleibt eine Stunde lang unter ihrer Adresse. Geändert wird erst, wenn Sie bestätigen.',
  safeAfter: 'Nach dem Bestätigen: Ihre Änderungen sind da, und Bilder werden ohne Sie weiter geladen.',
  noImport: 'Sie können nicht importieren',
  noImportText:
    'Ihre Anmeldung umfasst keine Importe. Bitten Sie, wer Ihren Shop verwaltet, um das Recht dazu.',
  openPreview: 'Vorschau fortsetzen',
  openPreviews: {
    one: 'Eine Vorschau ist noch nicht entschieden',
    other: '{count} Vorschauen sind noch nicht entschieden',
  },
  openPreviewRows: { one: '{count} Zeile, hochgeladen {when}', other: '{count} Zeilen, hochgeladen {when}' },
  exportTitle: 'Meinen Katalog herunterladen',
  exportLead:
    'Eine CSV-Datei, die Sie bearbeiten und wieder importieren können. Unterwegs geht nichts verloren.',
  exportStatus: 'Produkte',
  statusAll: 'Alle',
  statusActive: 'Aktiv',
  statusDraft: 'Entwurf',
  statusArchived: 'Archiviert',
  exportButton: 'CSV herunterladen',
  exporting: 'Wird heruntergeladen, bisher {size}',
  exportDone: { one: '{count} Produkt heruntergeladen.', other: '{count} Produkte heruntergeladen.' },
  exportNone: 'Ihr Katalog enthält kein Produkt mit diesem Status.',
  exportEmpty: 'Ihr Katalog ist leer. Importieren Sie zuerst eine Datei.',
  noExport: 'Sie können nicht exportieren',
  noExportText:
    'Ihre Anmeldung umfasst keine Exporte. Bitten Sie, wer Ihren Shop verwaltet, um das Recht dazu.',
  templateTitle: 'Mit der Vorlage beginnen',
  templateLead: 'Alle Spalten mit Beispielprodukten, fertig zum Ausfüllen.',
  templateButton: 'Vorlage herunterladen',
  recent: 'Letzte Importe',
  allImports: 'Alle Importe',
} as const satisfies Translation<typeof original>
