import type { Translation } from '../../i18n/format-message.ts'
import type { advice as originalAdvice, problems as originalProblems } from '../en/problems.ts'

export const problems = {
  invalid_request: 'Die Anfrage wurde nicht verstanden',
  unauthenticated: 'Sie sind abgemeldet',
  insufficient_scope: 'Ihre Anmeldung erlaubt das nicht',
  not_found: 'Nicht gefunden',
  draft_not_found: 'Diese Vorschau gibt es nicht',
  run_not_found: 'Diesen Import gibt es nicht',
  image_not_found: 'Dieses Bild gibt es nicht',
  method_not_allowed: 'Die Anfrage wurde nicht verstanden',
  not_acceptable: 'Die Anfrage wurde nicht verstanden',
  unsupported_media_type: 'Das ist keine Katalogdatei',
  empty_catalog: 'Es gibt nichts herunterzuladen',
  nothing_to_import: 'Es gibt nichts zu importieren',
  nothing_to_undo: 'Es lässt sich nichts mehr rückgängig machen',
  draft_stale: 'Ihr Katalog hat sich seit dieser Vorschau geändert',
  draft_expired: 'Diese Vorschau ist abgelaufen',
  run_details_expired: 'Die Einzelheiten dieses Imports sind nicht mehr gespeichert',
  file_too_large: 'Die Datei ist zu groß',
  too_many_rows: 'Die Datei hat zu viele Zeilen',
  too_many_columns: 'Die Datei hat zu viele Spalten',
  too_many_cells: 'Die Datei hat zu viele Zellen',
  empty_file: 'Die Datei enthält keine Daten',
  not_csv: 'Das ist keine Katalogdatei',
  unreadable_workbook: 'Die Arbeitsmappe lässt sich nicht lesen',
  undecodable_text: 'Der Text der Datei lässt sich nicht lesen',
  duplicate_column: 'Eine Spalte steht zweimal in der Kopfzeile',
  unrecognized_columns: 'Die Spalten sind nicht bekannt',
  missing_column: 'Eine notwendige Spalte fehlt',
  idempotency_key_reused: 'Die Anfrage wurde nicht verstanden',
  invalid_mapping: 'Die Spalten lassen sich so nicht lesen',
  too_complex: 'Die Datei ist zu komplex',
  too_many_drafts: 'Zu viele Vorschauen sind offen',
  rate_limited: 'Zu viele Anfragen',
  apply_failed: 'Der Import wurde nicht übernommen',
  internal: 'Bei uns ist etwas schiefgegangen',
  unavailable: 'Der Dienst ist vorübergehend nicht verfügbar',
  timeout: 'Der Dienst hat zu lange für die Antwort gebraucht',
  unreachable: 'Der Dienst ist nicht erreichbar',
  broken_off: 'Die Antwort war unvollständig',
  unknown: 'Etwas ist schiefgegangen',
} as const satisfies Translation<typeof originalProblems>

export const advice = {
  invalid_request: 'Laden Sie die Seite neu. Hilft das nicht, nennen Sie dem Support die Anfragenummer.',
  unauthenticated: 'Melden Sie sich wieder an, um hier weiterzumachen.',
  insufficient_scope: 'Bitten Sie die Person, die Ihren Shop verwaltet, um das Recht dazu.',
  not_found: 'Prüfen Sie die Adresse: Vielleicht ist sie unvollständig.',
  draft_not_found:
    'Laden Sie die Datei für eine neue Vorschau noch einmal hoch oder sehen Sie im Verlauf nach: Vielleicht wurde die Vorschau übernommen. Sie kann auch abgelaufen oder verworfen worden sein.',
  run_not_found:
    'Prüfen Sie die Adresse: Vielleicht ist sie unvollständig oder gehört zu einem anderen Shop.',
  image_not_found: 'Versuchen Sie es später noch einmal: Vielleicht ist es noch nicht geladen.',
  method_not_allowed: 'Laden Sie die Seite neu. Hilft das nicht, nennen Sie dem Support die Anfragenummer.',
  not_acceptable: 'Laden Sie die Seite neu. Hilft das nicht, nennen Sie dem Support die Anfragenummer.',
  unsupported_media_type: 'Laden Sie Ihren Katalog als CSV-Datei oder Excel-Arbeitsmappe (.xlsx) hoch.',
  empty_catalog: 'Wählen Sie einen anderen Status: Ihr Katalog enthält kein Produkt mit diesem.',
  nothing_to_import: 'Ihr Katalog enthält schon alles, was in dieser Datei steht.',
  nothing_to_undo:
    'Alles, was dieser Import geändert hat, ist schon wieder, wie es war, oder wurde seither geändert.',
  draft_stale:
    'Prüfen Sie die Datei erneut. Sie müssen sie nicht noch einmal hochladen, und geändert wurde nichts.',
  draft_expired:
    'Laden Sie die Datei für eine neue Vorschau noch einmal hoch. Vorschauen werden eine Stunde lang aufbewahrt.',
  run_details_expired:
    'Seine Zahlen bleiben im Verlauf. Laden Sie eine Datei mit den gewünschten Werten hoch, um etwas wiederherzustellen.',
  file_too_large:
    'Teilen Sie die Datei auf und lassen Sie alle Zeilen eines Produkts zusammen. Eine Datei kann bis zu 10 MB groß sein.',
  too_many_rows:
    'Speichern Sie die Datei als CSV und wählen Sie sie noch einmal aus: Diese Seite teilt sie dann für Sie auf. Eine Datei kann bis zu 5.000 Zeilen haben.',
  too_many_columns:
    'Entfernen Sie Spalten, die Sie nicht brauchen. Eine Datei kann bis zu 1.000 Spalten haben.',
  too_many_cells:
    'Entfernen Sie Spalten, die Sie nicht brauchen, oder teilen Sie die Datei auf und lassen Sie alle Zeilen eines Produkts zusammen. Eine Datei kann bis zu 1.000.000 Zellen haben.',
  empty_file: 'Prüfen Sie, ob es die richtige Datei ist: Unter der Kopfzeile steht nichts.',
  not_csv:
    'Laden Sie Ihren Katalog als CSV-Datei oder Excel-Arbeitsmappe (.xlsx) hoch: Exportieren Sie ihn aus Ihrem Shopsystem, oder wählen Sie in Ihrer Tabellenkalkulation „Speichern unter“.',
  unreadable_workbook:
    'Speichern Sie sie in Ihrer Tabellenkalkulation neu als „Excel-Arbeitsmappe (.xlsx)“ oder „CSV UTF-8“, ohne Kennwort.',
  undecodable_text: 'Wählen Sie in Ihrer Tabellenkalkulation „Speichern unter“ und dann „CSV UTF-8“.',
  duplicate_column:
    'Entfernen Sie eine der beiden oder benennen Sie sie um, und laden Sie die Datei noch einmal hoch.',
  unrecognized_columns: 'Vergleichen Sie Ihre Kopfzeile mit der Vorlage oder mit einem Export Ihres Shops.',
  missing_column: 'Ergänzen Sie sie in der Kopfzeile und laden Sie die Datei noch einmal hoch.',
  idempotency_key_reused:
    'Laden Sie die Seite neu. Hilft das nicht, nennen Sie dem Support die Anfragenummer.',
  invalid_mapping:
    'Prüfen Sie, was Sie für jede Spalte gewählt haben, und laden Sie die Datei noch einmal hoch.',
  too_complex:
    'Teilen Sie sie in mehrere Dateien mit weniger Zeilen auf und lassen Sie alle Zeilen eines Produkts zusammen.',
  too_many_drafts:
    'Wenden Sie einige Ihrer offenen Vorschauen an oder verwerfen Sie sie; die Startseite führt sie auf. Jede läuft nach einer Stunde ab.',
  rate_limited: 'Warten Sie einen Augenblick und versuchen Sie es noch einmal.',
  apply_failed: 'Versuchen Sie es noch einmal. Geändert wurde nichts, und die Vorschau bleibt erhalten.',
  internal: 'Versuchen Sie es noch einmal. Hilft das nicht, nennen Sie dem Support die Anfragenummer.',
  unavailable: 'Versuchen Sie es gleich noch einmal. Nichts ist verloren gegangen.',
  timeout: 'Versuchen Sie es gleich noch einmal.',
  unreachable: 'Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal. Nichts ist verloren gegangen.',
  broken_off: 'Versuchen Sie es noch einmal. Eine unvollständige Datei wird nie gespeichert.',
  unknown: 'Versuchen Sie es noch einmal. Hilft das nicht, nennen Sie dem Support die Anfragenummer.',
} as const satisfies Translation<typeof originalAdvice>
