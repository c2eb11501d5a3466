import type { Translation } from '../../i18n/format-message.ts'
import type { parts as original } from '../en/parts.ts'

export const parts: Translation<typeof original> = {
  offerTitle: '{name} ist größer als ein Import',
  offerText:
    'Ein Import umfasst höchstens {rows} Zeilen und {size}. Diese Seite kann die Datei für Sie aufteilen: Sie prüfen und übernehmen die Teile nacheinander.',
  offerReplaces: 'Die noch offenen Teile von {name} werden dann verworfen.',
  offerButton: 'In Teile aufteilen',
  splitting: '{name} wird aufgeteilt',
  splitFailed: '{name} ließ sich nicht aufteilen',
  not_text: 'Das ist keine CSV-Datei. Speichern Sie sie als CSV und wählen Sie sie noch einmal aus.',
  no_rows: 'Unter der Kopfzeile stehen keine Zeilen. Prüfen Sie, ob es die richtige Datei ist.',
  row_too_large:
    'Zeile {row} ist größer, als eine Datei sein darf. Wahrscheinlich wird ein Anführungszeichen darin nie geschlossen: Schließen Sie es und wählen Sie die Datei noch einmal aus.',
  notKept:
    'Dieser Browser speichert nichts für diese Seite oder hat keinen Platz mehr für die Teile. Schaffen Sie Platz oder erlauben Sie der Seite, Daten zu speichern, und versuchen Sie es noch einmal.',
  title: 'Import von {name} in Teilen',
  whole: {
    one: '{rows} Zeilen: {count} Teil, jedes Produkt vollständig.',
    other: '{rows} Zeilen: {count} Teile, jedes Produkt vollständig in einem.',
  },
  split: { one: '{rows} Zeilen: {count} Teil.', other: '{rows} Zeilen: {count} Teile.' },
  howTo:
    'Sie sehen die Änderungen jedes Teils, bevor Sie ihn übernehmen. Übernehmen Sie die Teile der Reihe nach.',
  apart: {
    one: '{count} Produkt hat Zeilen in mehreren Teilen',
    other: '{count} Produkte haben Zeilen in mehreren Teilen',
  },
  rows_apart:
    'Die Zeilen stehen nicht beieinander. Damit jedes Produkt in einem Teil bleibt, sortieren Sie die Datei nach Produkten und wählen Sie sie noch einmal aus:',
  too_large: 'Größer als ein Import. Sehen Sie sich diese Produkte in jeder Vorschau an:',
  same_name:
    'Heißt wie ein Produkt in einem früheren Teil und könnte dafür gehalten werden. Sehen Sie in der Vorschau nach:',
  progress: 'Erledigte Teile',
  done: '{done} von {total}',
  list: 'Teile',
  part: 'Teil {part}',
  rowsOf: {
    one: '{count} Zeile, von Zeile {first} bis {last}',
    other: '{count} Zeilen, von Zeile {first} bis {last}',
  },
  waiting: 'Offen',
  in_review: 'In Prüfung',
  applied: 'Übernommen',
  skipped: 'Nichts zu übernehmen',
  withErrors: {
    one: 'Übernommen, {count} Zeile mit Fehlern',
    other: 'Übernommen, {count} Zeilen mit Fehlern',
  },
  openRun: 'Was übernommen wurde',
  review: 'Teil {part} prüfen',
  kept: 'Die offenen Teile bleiben bis {date} in diesem Browser gespeichert und werden gelöscht, wenn Sie sich abmelden. Wenn Sie diesen Tab schließen, geht nichts verloren.',
  discard: 'Übrige Teile verwerfen',
  discardTitle: 'Die übrigen Teile verwerfen?',
  discardText: 'Was Sie übernommen haben, bleibt. Die übrigen Teile werden nicht importiert.',
  keep: 'Behalten',
  gone: 'Teil {part} ist in diesem Browser nicht mehr gespeichert',
  goneText:
    'Wählen Sie die Datei auf der Startseite noch einmal aus. Bereits übernommene Zeilen sind dann unverändert.',
  finished: { one: '{count} Teil ist erledigt', other: 'Alle {count} Teile sind erledigt' },
  nothing: 'Keine Teile zu importieren',
  nothingText: 'Wählen Sie auf der Startseite eine große Datei aus, um sie in Teilen zu importieren.',
  toStart: 'Zur Startseite',
  left: {
    one: '{count} Teil von {name} ist noch zu importieren',
    other: '{count} Teile von {name} sind noch zu importieren',
  },
  leftText:
    '{done} von {total} Teilen sind erledigt. Die übrigen bleiben bis {date} in diesem Browser gespeichert.',
  goOn: 'Fortfahren',
  of: 'Teil {part} von {total} von {name}',
  thenNext: 'Wenn Sie ihn übernehmen, folgt der nächste Teil.',
  thenLast: 'Das ist der letzte Teil.',
  skip: 'Diesen Teil überspringen',
  skipText: 'In diesem Teil gibt es nichts zu übernehmen. Fahren Sie mit dem nächsten fort.',
  all: 'Alle Teile',
}
