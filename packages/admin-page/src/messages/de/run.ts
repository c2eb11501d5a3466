import type { Translation } from '../../i18n/format-message.ts'
import type { reasons as originalReasons, run as original } from '../en/run.ts'

export const run = {
  title: 'Import',
  toHistory: 'Alle Importe',
  titleOf: 'Import vom {when}',
  when: 'Übernommen',
  took: 'Übernommen in',
  takenOn: 'Bilder fertig',
  counts: 'Zeilen der Datei',
  applied:
    'Alle neuen und geänderten Zeilen wurden gemeinsam übernommen. Zeilen mit Fehlern wurden übersprungen.',
  imagesTitle: 'Bilder',
  imagesFetching: 'Bilder werden geladen. Sie können diesen Tab schließen: Das Laden geht weiter.',
  imagesDone: 'Alle Bilder sind bearbeitet.',
  imagesNone: 'Dieser Import enthält keine neuen Bilder.',
  imagesProgress: '{handled} von {total} Bildern',
  progressLabel: 'Bearbeitete Bilder',
  fetched: 'Geladen',
  rejected: 'Abgelehnt',
  failed: 'Gescheitert',
  pending: 'Wartend',
  all: 'Alle',
  outcomes: 'Bilder zeigen, die so sind',
  attempts: { one: '{count} Versuch', other: '{count} Versuche' },
  noneOfThese: 'Kein Bild dieses Imports ist in diesem Zustand.',
  more: 'Weitere Bilder zeigen',
  retry: { one: '{count} Bild noch einmal laden', other: '{count} Bilder noch einmal laden' },
  retryHint:
    'Abgelehnte und gescheiterte Bilder werden noch einmal geladen. War eine Adresse falsch, korrigieren Sie sie in Ihrer Datei und importieren Sie diese.',
  retried: 'Die Bilder werden noch einmal geladen.',
  noRetry: 'Ihre Anmeldung erlaubt keine Importe, darum lassen sich Bilder nicht noch einmal laden.',
  statusFetching: 'Bilder werden geladen',
  statusCompleted: 'Abgeschlossen',
  rejectedMeans: 'Abgelehnt: Ein neuer Versuch hilft erst, wenn sich Adresse oder Bild ändern.',
  failedMeans: 'Gescheitert: Ein neuer Versuch kann helfen.',
  picture: 'Bild von {product}',
  pictureMissing: 'Das Bild ließ sich nicht laden',
} as const satisfies Translation<typeof original>

export const reasons = {
  address_blocked: 'Die Adresse führt in ein privates Netz',
  resolution_rejected: 'Den Rechner gibt es nicht, oder er ist nicht öffentlich',
  url_not_allowed: 'Keine erlaubte Webadresse',
  too_many_redirects: 'Die Adresse wird zu oft weitergeleitet',
  too_large: 'Das Bild ist zu groß',
  not_an_image: 'Kein Bild, das wir lesen können',
  http_error: 'Die Gegenstelle meldete einen Fehler',
  network_error: 'Die Verbindung kam nicht zustande',
  timeout: 'Die Gegenstelle brauchte zu lange',
  storage_error: 'Das Bild ließ sich nicht speichern',
  attempts_exhausted: 'Alle Versuche endeten ohne Antwort',
} as const satisfies Translation<typeof originalReasons>
