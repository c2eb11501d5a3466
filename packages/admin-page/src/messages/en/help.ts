/** The pages of the help: the headings of MERCHANTS.md, by address. */
export const helpPages = {
  'first-change': 'A first change',
  columns: 'Columns',
  rules: 'Rules',
  'after-an-import': 'After an import',
  'other-systems': 'Coming from another shop system',
  'own-file': 'A file of your own',
  errors: 'Errors of rows',
  warnings: 'Warnings',
} as const

export const help = {
  title: 'Help',
  inEnglish: 'This help is in English for now.',
  contents: 'Contents of the help',
  aboutFirstChange: 'How to change products with a file',
  aboutOtherSystems: 'What is taken from which shop system',
  aboutOwnFile: 'How to import a file with columns of your own',
  aboutColumns: 'What each column holds',
} as const
