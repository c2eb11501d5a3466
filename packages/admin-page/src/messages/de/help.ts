import type { Translation } from '../../i18n/format-message.ts'
import type { help as originalHelp, helpPages as originalPages } from '../en/help.ts'

export const helpPages = {
  'first-change': 'Eine erste Änderung',
  columns: 'Spalten',
  rules: 'Regeln',
  'after-an-import': 'Nach einem Import',
  'other-systems': 'Aus einem anderen Shopsystem',
  'own-file': 'Eine eigene Datei',
  errors: 'Fehler in Zeilen',
  warnings: 'Hinweise',
} as const satisfies Translation<typeof originalPages>

export const help = {
  title: 'Hilfe',
  inEnglish: 'Diese Hilfe gibt es bisher nur auf Englisch.',
  contents: 'Inhalt der Hilfe',
  aboutFirstChange: 'So ändern Sie Produkte mit einer Datei',
  aboutOtherSystems: 'Was aus welchem Shopsystem übernommen wird',
  aboutOwnFile: 'Wie Sie eine Datei mit eigenen Spalten importieren',
  aboutColumns: 'Was in welche Spalte gehört',
} as const satisfies Translation<typeof originalHelp>
